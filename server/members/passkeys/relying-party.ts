/** Who asks for a passkey: a page of this site. */
export interface RelyingParty {
  readonly origin: string
  /** The host name, to which a passkey is bound. */
  readonly id: string
}

/**
 * The relying party of a call, or null if the origin cannot have passkeys. Browsers send the origin of their page, which
 * the request guard has checked. A program can send anything; its passkeys then work for that host name only.
 *
 * @param allowed origins of ALLOWED_ORIGINS; empty for pages of this host only
 */
export function relyingPartyOf(origin: string | undefined, allowed: readonly string[]): RelyingParty | null {
  const named = allowed.length === 0 || (origin !== undefined && allowed.includes(origin)) ? origin : allowed[0]
  if (named === undefined || !URL.canParse(named)) return null
  const url = new URL(named)
  return url.origin === named && url.hostname !== '' ? { origin: named, id: url.hostname } : null
}
