/**
 * Whether a page of this origin may call and open sockets. Browsers always send Origin with POST and with sockets; other
 * programs send none and pass, because nothing rides on cookies here. `null` (sandboxed frames, files) is refused.
 *
 * @param allowed origins from ALLOWED_ORIGINS; empty = only pages that this very host served.
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
