import type { Logger } from '../config/log.ts'

/** A host that is safe in a header and in the log. */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
/** Refused origins that are logged. A page of the site behind a wrong proxy is one of the first. */
const MAX_LOGGED = 8

/** A Host header that is a host name or address with an optional port; else null. */
export function readHost(host: string | undefined): string | null {
  return host !== undefined && HOST.test(host) ? host : null
}

/**
 * True if a request has at most one Host header. RFC 9112 requires 400 for others: a proxy may read another one than this
 * server, which would then accept pages of a foreign origin.
 *
 * @param rawHeaders names and values in turn
 */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  const isHost = (text: string, index: number): boolean =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) === rawHeaders.findLastIndex(isHost)
}

/** Which pages may call and open sockets, by their origin. */
export class PageOrigins {
  /** Origins of ALLOWED_ORIGINS; empty for pages of the requested host only. */
  readonly allowed: readonly string[]
  readonly #log: Pick<Logger, 'warn'>
  readonly #logged = new Set<string>()

  constructor(allowed: readonly string[], log: Pick<Logger, 'warn'>) {
    this.allowed = allowed
    this.#log = log
  }

  /**
   * True if a page of this origin may call. Browsers always send Origin with POST and with sockets. Programs without
   * Origin pass, because nothing uses cookies. `null` (sandboxed frames, files) is refused.
   */
  allows(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined) return true
    if (!URL.canParse(origin)) return false
    const url = new URL(origin)
    if (url.origin !== origin) return false
    const isAllowed = this.allowed.length > 0 ? this.allowed.includes(origin) : url.host === host?.toLowerCase()
    if (!isAllowed) this.#logOnce(url, host)
    return isAllowed
  }

  /** Says what to correct if the refused page is one of this site. */
  #logOnce({ origin, host: page }: URL, host: string | undefined): void {
    if (readHost(page) === null || this.#logged.has(origin) || this.#logged.size >= MAX_LOGGED) return
    this.#logged.add(origin)
    const fix =
      this.allowed.length > 0
        ? 'if they are of this site, add their origin to ALLOWED_ORIGINS'
        : 'if they are of this site, let the proxy pass Host unchanged, or set ALLOWED_ORIGINS'
    this.#log.warn({ origin, requestedHost: readHost(host) }, `pages of another origin were refused; ${fix}`)
  }
}
