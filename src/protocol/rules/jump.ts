/** Link of a banner, a floating window or an announcement: type 0 none, 1 a path, 2 another site. */
export interface Jump {
  readonly jumpType: number
  readonly jumpUrl: string
}

export type JumpTarget =
  | { readonly kind: 'none' }
  /** A path of this site, for the router. */
  | { readonly kind: 'path'; readonly path: string }
  /** Another site. It is opened without an opener, after the user has confirmed `host`. */
  | { readonly kind: 'outside'; readonly url: string; readonly host: string }

const NONE: JumpTarget = { kind: 'none' }
const MAX_LENGTH = 512
/** Characters that browsers remove or interpret differently: controls, spaces, backslashes and others. */
const UNSAFE = /[^!-~]|[\\"<>^`{|}]/
/** Dot segments and encoded separators, which change the path after the check. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|%0\d|%00|\/\//i
const OUTSIDE =
  /^https:\/\/((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?)(?::(?:\d{1,4}|[1-5]\d{4}))?(?:[/?#]|$)/i

/** True for a path of this site: one leading slash, no dot segments, no ambiguous characters. */
export function isSitePath(path: string): boolean {
  if (!path.startsWith('/') || path.length > MAX_LENGTH || UNSAFE.test(path)) return false
  return !DOT_SEGMENT.test(path.replace(/[?#].*$/, ''))
}

/**
 * S7.27, S7.30: the target of a link. Type 1 is a path of this site, type 2 an `https:` URL with a host name and without
 * credentials. Everything else has no target, for example `javascript:`, `data:` and unknown types.
 */
export function jumpTarget({ jumpType, jumpUrl }: Jump): JumpTarget {
  if (jumpType === 1) return isSitePath(jumpUrl) ? { kind: 'path', path: jumpUrl } : NONE
  if (jumpType !== 2 || jumpUrl.length > MAX_LENGTH || UNSAFE.test(jumpUrl)) return NONE
  const host = OUTSIDE.exec(jumpUrl)?.[1]
  return host === undefined ? NONE : { kind: 'outside', url: jumpUrl, host: host.toLowerCase() }
}

/** The link of a message (S3.11 `jumpUrl`) as that of a banner: a path, or the URL of another site. */
export function inboxJump(jumpUrl: string): Jump {
  return { jumpType: jumpUrl === '' ? 0 : jumpUrl.startsWith('/') ? 1 : 2, jumpUrl }
}

/** False for links that no page opens, such as `javascript:`. */
export function isInboxJump(jump: Jump): boolean {
  return jumpTarget(jump).kind !== 'none'
}
