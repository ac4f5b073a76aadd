import type { StreamSource } from '#protocol/endpoints/live.ts'

/**
 * The address that the engine opens. FLV of our own origin goes over WebSocket: six open HTTP streams would block every
 * other request of the page to that origin. Other hosts keep their address.
 */
export function lineUrl(line: StreamSource, page: string): string {
  const url = new URL(line.url, page)
  if (line.kind === 'flv' && url.origin === new URL(page).origin) {
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  }
  return url.href
}

/** The lines without those that lead where an earlier one does: this page may be open under a configured video origin. */
export function distinctLines(lines: readonly StreamSource[], page: string): readonly StreamSource[] {
  const addresses = lines.map((line) => lineUrl(line, page))
  return lines.filter((_, index) => addresses.indexOf(addresses[index] ?? '') === index)
}
