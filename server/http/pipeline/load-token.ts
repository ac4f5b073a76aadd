import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Request header of load and replay tools in demo mode (settled 22). */
export const LOAD_TOKEN_HEADER = 'x-load-token'

/** True if a request carries the load token. Always false outside demo mode, where `token` is null. */
export function isLoadRequest(headers: IncomingHttpHeaders, token: string | null): boolean {
  const given = headers[LOAD_TOKEN_HEADER]
  if (token === null || typeof given !== 'string') return false
  const [left, right] = [Buffer.from(token), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}
