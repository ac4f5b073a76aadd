import type { Banner } from '#protocol/endpoints/site.ts'
import { isOwnPath, jumpTarget } from '#protocol/rules/jump.ts'

/** Pictures that a browser draws and that cannot act: what has another ending is not asked for. */
const PICTURE = /\.(?:svg|png|jpe?g|webp|avif|gif)(?:\?|$)/i
/** A banner is 1,200 pixels wide; what has more than this is a mistake, and holds memory of a phone. */
export const MOST_PIXELS = 16_000_000

/** The address of a picture of this site, or null for anything else: a foreign host, another scheme, another type. */
export function pictureAddress(address: string): string | null {
  return isOwnPath(address) && PICTURE.test(address) ? address : null
}

/** Whether a picture that has arrived may stand: it has a size, and not too much of it. */
export function isPictureFit(width: number, height: number): boolean {
  return width > 0 && height > 0 && width * height <= MOST_PIXELS
}

/** The match whose room a banner leads to, by its id; null when it leads elsewhere. */
export function roomOfBanner(banner: Pick<Banner, 'jumpType' | 'jumpUrl'>): string | null {
  const target = jumpTarget(banner)
  return target.kind === 'path' ? (/^\/app\/live\/([A-Za-z0-9-]{1,64})(?:[?#]|$)/.exec(target.path)?.[1] ?? null) : null
}
