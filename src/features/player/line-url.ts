import type { StreamSource } from '#protocol/endpoints/live.ts'

/**
 * The URL for the engine. FLV of the page's origin uses a WebSocket, because six open HTTP streams would block all
 * other requests to the origin. URLs of other hosts are unchanged.
 */
export function lineUrl(line: StreamSource, page: string): string {
  const url = new URL(line.url, page)
  if (line.kind === 'flv' && url.origin === new URL(page).origin) {
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  }
  return url.href
}

/** Removes sources with the same URL, because the page may be open on a configured video origin. */
export function distinctLines(lines: readonly StreamSource[], page: string): readonly StreamSource[] {
  const addresses = lines.map((line) => lineUrl(line, page))
  return lines.filter((_, index) => addresses.indexOf(addresses[index] ?? '') === index)
}
