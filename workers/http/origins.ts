const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The origin of a line or a domain that a list names, or null when it may not be used: only https, or the page's own
 * scheme on this very machine (a development set-up); nothing but an origin, so that no path or name is smuggled in.
 */
export function usableOrigin(text: string, ownOrigin: string): string | null {
  const url = parse(text)
  if (!url || (text !== url.origin && text !== `${url.origin}/`)) return null
  const isOwnScheme = LOOPBACK.has(url.hostname) && url.protocol === parse(ownOrigin)?.protocol
  return url.protocol === 'https:' || isOwnScheme ? url.origin : null
}

/** Those of a list that may be used, each once, in the list's order. */
export function usableOrigins(list: readonly string[], ownOrigin: string): string[] {
  const found = list.map((text) => usableOrigin(text, ownOrigin)).filter((origin) => origin !== null)
  return [...new Set(found)]
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
