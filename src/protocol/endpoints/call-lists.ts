import type { Endpoint } from './endpoint.ts'
import { type EndpointName, ENDPOINTS } from './table.ts'

/*
 * Lists that the page needs when its worker has died and its calls may be repeated. scripts/vite/call-lists.ts evaluates
 * this module at build time.
 */

export const MONEY_CALLS: readonly EndpointName[] = namesWhere((endpoint) => endpoint.idempotent)
/** Money calls that are not sent again, because their parameters contain a secret (settled 7). */
export const SECRET_MONEY_CALLS: readonly EndpointName[] = namesWhere(({ idempotent, secret }) => idempotent && secret)
export const READ_CALLS: readonly EndpointName[] = namesWhere((endpoint) => endpoint.readOnly)

function namesWhere(condition: (endpoint: Endpoint) => boolean): EndpointName[] {
  const names = Object.keys(ENDPOINTS) as EndpointName[]
  return names.filter((name) => condition(ENDPOINTS[name]))
}
