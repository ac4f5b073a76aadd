import { isSitePath } from '#protocol/rules/jump.ts'

interface Picture {
  /** An emblem is centred on the drawn background; a photo covers it. */
  readonly kind: 'emblem' | 'photo'
  readonly src: string
}

/** Max pixels of a picture, to limit memory on phones: 24 million pixels are 96 MB. */
export const MAX_PIXELS = 24_000_000

/** The picture of an article if it may be requested: a path of this site, or https. Returns null for anything else. */
export function pictureOf(img: string): Picture | null {
  if (/^\/art\/(crest-[a-z-]+|mark)\.svg$/.test(img)) return { kind: 'emblem', src: img }
  if (isSitePath(img)) return { kind: 'photo', src: img }
  try {
    return new URL(img).protocol === 'https:' ? { kind: 'photo', src: img } : null
  } catch {
    return null
  }
}

/** Returns whether a loaded picture has a size within the limit. */
export function isShowable(size: { readonly naturalWidth: number; readonly naturalHeight: number }): boolean {
  const pixels = size.naturalWidth * size.naturalHeight
  return pixels > 0 && pixels <= MAX_PIXELS
}
