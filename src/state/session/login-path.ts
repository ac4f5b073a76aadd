import type { Skin } from '#protocol/sites.ts'
import { safeFromPage } from '#protocol/rules/from-page.ts'

/**
 * Returns the path of the sign-in page with the page to return to (S2.1-S2.4). `here` is the current path with its search;
 * a sign-in page or a path of another origin is left out. Skin fresh has its own page.
 */
export function loginPath(skin: Skin, here: string): string {
  const page = skin === 'fresh' ? '/entry/login' : '/login'
  return safeFromPage(here) === here ? `${page}?fromPage=${encodeURIComponent(here)}` : page
}
