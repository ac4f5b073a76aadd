/** Rules for media URLs: known hosts, web protocols, known kinds of streams. */
interface MediaUrlRules {
  /** `https:` or `http:` of the page. Secure pages use secure protocols only. */
  readonly pageProtocol: string
  /** `host[:port]` of the page. */
  readonly siteHost: string
  /** Exact `host[:port]` or `*.suffix`, from the site's configuration. */
  readonly allowedHosts: readonly string[]
}

type MediaKind = 'flv' | 'hls'

const MAX_LENGTH = 2048
/** A URL, or a path of the own host, without credentials and without characters that parsers interpret differently. */
const SHAPE =
  /^(?:(https?|wss?):\/\/([a-z0-9.-]{1,253}(?::\d{1,5})?))?(\/[\w\-./~!$&'()*+,;=:@%]*)(\?[\w\-./~!$&'()*+,;=:@%?]*)?$/i
const DOT_SEGMENT = /%2f|%5c|%2e|%00|\/\.{1,2}(?:\/|$)/i

/**
 * S2.14: the kind of stream of an allowed URL, or null for everything else (`javascript:`, `data:`, unknown hosts, similar
 * suffixes, insecure protocols, dot segments).
 */
export function checkMediaUrl(url: string, rules: MediaUrlRules): MediaKind | null {
  if (url.length > MAX_LENGTH) return null
  const [, protocol, host, path] = SHAPE.exec(url) ?? []
  if (path === undefined || path.startsWith('//') || DOT_SEGMENT.test(path)) return null
  const kind = /\.flv$/i.test(path) ? 'flv' : /\.m3u8$/i.test(path) ? 'hls' : null
  if (kind === null || protocol === undefined || host === undefined) return kind
  return isProtocolAllowed(protocol.toLowerCase(), kind, rules) && isHostAllowed(host.toLowerCase(), rules)
    ? kind
    : null
}

function isProtocolAllowed(protocol: string, kind: MediaKind, { pageProtocol }: MediaUrlRules): boolean {
  const isSecure = protocol === 'https' || protocol === 'wss'
  const isWebSocket = protocol === 'ws' || protocol === 'wss'
  return (isSecure || pageProtocol !== 'https:') && !(kind === 'hls' && isWebSocket)
}

function isHostAllowed(host: string, { siteHost, allowedHosts }: MediaUrlRules): boolean {
  if (host === siteHost.toLowerCase()) return true
  return allowedHosts.some((allowed) => {
    const name = allowed.toLowerCase()
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
  })
}
