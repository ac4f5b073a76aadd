import type { Banner } from '#protocol/endpoints/site.ts'
import { isSitePath, jumpTarget } from '#protocol/rules/jump.ts'

/** File extensions of pictures. Other files are not requested. */
const PICTURE = /\.(?:svg|png|jpe?g|webp|avif|gif)(?:\?|$)/i
/** Max pixels of a banner picture, to limit memory on phones. A banner is 1,200 pixels wide. */
export const MAX_PIXELS = 16_000_000

/** The address of a picture of this origin. Returns null for other hosts, schemes and file types. */
export function pictureAddress(address: string): string | null {
  return isSitePath(address) && PICTURE.test(address) ? address : null
}

/** Returns whether operators have uploaded the picture of a banner. */
export function isUploaded({ img }: Pick<Banner, 'img'>): boolean {
  return img.startsWith('/picture/')
}

/** Returns whether a loaded picture has a size within the limit. */
export function isPictureFit(width: number, height: number): boolean {
  return width > 0 && height > 0 && width * height <= MAX_PIXELS
}

/** The match id of the room that a banner links to. Returns null for other links. */
export function roomOfBanner(banner: Pick<Banner, 'jumpType' | 'jumpUrl'>): string | null {
  const target = jumpTarget(banner)
  return target.kind === 'path' ? (/^\/app\/live\/([A-Za-z0-9-]{1,64})(?:[?#]|$)/.exec(target.path)?.[1] ?? null) : null
}
