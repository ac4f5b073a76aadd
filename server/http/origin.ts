/**
 * True if a page of this origin may call and open sockets. Browsers always send Origin with POST and with sockets.
 * Programs without Origin pass, because nothing uses cookies. `null` (sandboxed frames, files) is refused.
 *
 * @param allowed origins of ALLOWED_ORIGINS; empty for pages of this host only
 */
export function isOriginAllowed(
  allowed: readonly string[],
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (url.origin !== origin) return false
  return allowed.length > 0 ? allowed.includes(origin) : url.host === host?.toLowerCase()
}
