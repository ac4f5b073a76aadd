/** Where a banner, a floating window or an announcement leads, as the server sends it: 0 nowhere, 1 a path, 2 outside. */
export interface Jump {
  readonly jumpType: number
  readonly jumpUrl: string
}

export type JumpTarget =
  | { readonly kind: 'none' }
  /** A path of this site, for the router. */
  | { readonly kind: 'path'; readonly path: string }
  /** Another site: opened without an opener, after the viewer has agreed. `host` is what they are told. */
  | { readonly kind: 'outside'; readonly url: string; readonly host: string }

const NONE: JumpTarget = { kind: 'none' }
const MAX_LENGTH = 512
/** Characters that no address needs and that browsers drop or read in their own way: controls, spaces, backslashes. */
const UNSAFE = /[^!-~]|[\\"<>^`{|}]/
/** Steps that change the path after it was judged, written plainly or encoded. */
const HIDDEN_STEP = /\/(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|%0\d|%00|\/\//i
const OUTSIDE =
  /^https:\/\/((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?)(?::(?:\d{1,4}|[1-5]\d{4}))?(?:[/?#]|$)/i

/** Whether an address is a path of this very site: one leading slash, no hidden step, nothing a browser reads twice. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.length > MAX_LENGTH || UNSAFE.test(path)) return false
  return !HIDDEN_STEP.test(path.replace(/[?#].*$/, ''))
}

/**
 * S7.27, S7.30: what may be followed. Type 1 is a path of this site and nothing else; type 2 is an `https:` address of a
 * named host without credentials. `javascript:`, `data:`, addresses without a scheme, foreign paths and unknown types
 * lead nowhere.
 */
export function jumpTarget({ jumpType, jumpUrl }: Jump): JumpTarget {
  if (jumpType === 1) return isOwnPath(jumpUrl) ? { kind: 'path', path: jumpUrl } : NONE
  if (jumpType !== 2 || jumpUrl.length > MAX_LENGTH || UNSAFE.test(jumpUrl)) return NONE
  const host = OUTSIDE.exec(jumpUrl)?.[1]
  return host === undefined ? NONE : { kind: 'outside', url: jumpUrl, host: host.toLowerCase() }
}
