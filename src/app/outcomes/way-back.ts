import { DEFAULT_AFTER_SIGN_IN, safeFromPage } from '#protocol/rules/from-page.ts'
import { fieldOf } from './outcome.ts'

/** Screens that replace another one until a problem is solved. */
const ACCESS_PAGE = /^\/(maintenance|access-alert|access-restriction)\/?$/
const DETOUR = /^\/(login|entry\/login|register|forgot|robot-check)\/?$/

interface Place {
  readonly pathname: string
  readonly search: string
  /** Router state. */
  readonly state: unknown
}

export function isAccessPage(pathname: string): boolean {
  return ACCESS_PAGE.test(pathname)
}

/**
 * Where a viewer continues afterwards: this screen, or the one that this screen replaces. Always a path of this origin.
 */
export function wayBack({ pathname, search, state }: Place): string {
  if (DETOUR.test(pathname)) return safeFromPage(new URLSearchParams(search).get('fromPage'))
  if (!isAccessPage(pathname)) return safeFromPage(pathname + search)
  const from = fieldOf(state, 'from')
  return typeof from === 'string' ? safeFromPage(from) : DEFAULT_AFTER_SIGN_IN
}
