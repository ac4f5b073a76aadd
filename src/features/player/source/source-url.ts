import type { StreamSource } from '#protocol/endpoints/live.ts'

/**
 * The URL for the engine. FLV of the page's origin uses a WebSocket, because six open HTTP streams would block all
 * other requests to the origin. URLs of other hosts are unchanged.
 */
export function sourceUrl(source: StreamSource, page: string): string {
  const url = new URL(source.url, page)
  if (source.kind === 'flv' && url.origin === new URL(page).origin) {
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  }
  return url.href
}

/** Removes sources with the same URL, because the page may be open on a configured video origin. */
export function distinctSources(sources: readonly StreamSource[], page: string): readonly StreamSource[] {
  const addresses = sources.map((source) => sourceUrl(source, page))
  return sources.filter((_, index) => addresses.indexOf(addresses[index] ?? '') === index)
}
