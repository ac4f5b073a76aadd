import type { StreamSource } from '#protocol/endpoints/live.ts'
import { checkMediaUrl } from '#protocol/rules/media-url.ts'
import { unscrambleUrl } from '#protocol/rules/xhlkx.ts'

export interface PlayPlace {
  /** Of the page: `https:` or `http:`, and `host[:port]`. */
  readonly protocol: string
  readonly host: string
  /** Other origins whose streams may be opened. */
  readonly videoOrigins: readonly string[]
}

const hostOf = (origin: string): string => origin.replace(/^[a-z]+:\/\//i, '')

/**
 * S2.14: the stream that the address of play.html asks for; null when its address is missing, damaged, or not one that may
 * be opened. Reads `xhlkx`, never a plain `url`.
 */
export function playLine(query: URLSearchParams, place: PlayPlace, name: string): StreamSource | null {
  const url = unscrambleUrl(query.get('xhlkx') ?? '')
  if (url === null) return null
  const allowedHosts = place.videoOrigins.map(hostOf)
  const kind = checkMediaUrl(url, { pageProtocol: place.protocol, siteHost: place.host, allowedHosts })
  return kind === null ? null : { id: kind, name, kind, url }
}
