import type { Skin } from '#protocol/sites.ts'
import { safeFromPage } from '#protocol/rules/from-page.ts'

/**
 * S2.1-S2.4: where signing in happens, with the way back. `here` is the current path with its search; a sign-in page
 * itself, or a path that is not of this origin, is not a way back. Skin fresh has its own page.
 */
export function loginPath(skin: Skin, here: string): string {
  const page = skin === 'fresh' ? '/entry/login' : '/login'
  return safeFromPage(here) === here ? `${page}?fromPage=${encodeURIComponent(here)}` : page
}
