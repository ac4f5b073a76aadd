import { DEFAULT_AFTER_SIGN_IN, safeFromPage } from '#protocol/rules/from-page.ts'
import { fieldOf } from './outcome.ts'

/** Screens that stand in for another one until something is settled, and then lead back to it. */
const ACCESS_PAGE = /^\/(maintenance|access-alert|access-restriction)\/?$/
const DETOUR = /^\/(login|entry\/login|robot-check)\/?$/

export interface Place {
  readonly pathname: string
  readonly search: string
  /** Router state. */
  readonly state: unknown
}

export function isAccessPage(pathname: string): boolean {
  return ACCESS_PAGE.test(pathname)
}

/**
 * Where a viewer goes on when what holds them up is settled: this very screen, or, on a screen that only stands in for
 * another one, that other one. Always a path of this origin.
 */
export function wayBack({ pathname, search, state }: Place): string {
  if (DETOUR.test(pathname)) return safeFromPage(new URLSearchParams(search).get('fromPage'))
  if (!isAccessPage(pathname)) return safeFromPage(pathname + search)
  const from = fieldOf(state, 'from')
  return typeof from === 'string' ? safeFromPage(from) : DEFAULT_AFTER_SIGN_IN
}
