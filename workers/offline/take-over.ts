import { TAKE_OVER } from '#protocol/shell.ts'

/**
 * Whether a page's word makes the new service worker of `build` take over: the viewer has asked for it, or the page that
 * speaks is of that very build already, because somebody has loaded it anew.
 */
export function isTakeOver(word: unknown, build: string): boolean {
  return word === TAKE_OVER || word === build
}
