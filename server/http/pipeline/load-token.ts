import type { IncomingHttpHeaders } from 'node:http'
import { isEqualText } from '../../config/secrets.ts'

/** Request header of load and replay tools in demo mode (settled 22). */
export const LOAD_TOKEN_HEADER = 'x-load-token'

/** True if a request carries the load token. Always false outside demo mode, where `token` is null. */
export function isLoadRequest(headers: IncomingHttpHeaders, token: string | null): boolean {
  const given = headers[LOAD_TOKEN_HEADER]
  return token !== null && typeof given === 'string' && isEqualText(given, token)
}
