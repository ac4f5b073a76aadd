import { isOwnPath } from '#protocol/rules/jump.ts'

export interface Picture {
  /** A crest or a mark stands in the middle of the drawn ground; a photo covers it. */
  readonly kind: 'emblem' | 'photo'
  readonly src: string
}

/** More than a phone should have to hold in memory for a thumbnail: 24 million pixels are 96 MB. */
export const MOST_PIXELS = 24_000_000

/** The picture of an article if it may be fetched: a path of this site, or https. Anything else is not asked for. */
export function pictureOf(img: string): Picture | null {
  if (/^\/art\/(crest-[a-z-]+|mark)\.svg$/.test(img)) return { kind: 'emblem', src: img }
  if (isOwnPath(img)) return { kind: 'photo', src: img }
  try {
    return new URL(img).protocol === 'https:' ? { kind: 'photo', src: img } : null
  } catch {
    return null
  }
}

/** Whether what arrived is a picture that can be shown: it has a size, and not a monstrous one. */
export function isShowable(size: { readonly naturalWidth: number; readonly naturalHeight: number }): boolean {
  const pixels = size.naturalWidth * size.naturalHeight
  return pixels > 0 && pixels <= MOST_PIXELS
}
