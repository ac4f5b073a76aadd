import { MAX_INFLATED_REQUEST_BYTES } from '#protocol/constants.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'

/**
 * Maximum inflated size of a body. The longest real call, a drag of 1,000 points (`afs.analyze`), has about 75 KB.
 * Parsing blocks the event loop.
 */
export const MAX_BODY_BYTES = 128 * 1024

const LARGER: Partial<Record<EndpointName, number>> = {
  // 500 messages of 400 characters.
  'demo.say': MAX_INFLATED_REQUEST_BYTES,
}

/** Maximum inflated size of the body of an endpoint (S7.116). */
export function maxBodyBytes(name: EndpointName): number {
  return LARGER[name] ?? MAX_BODY_BYTES
}
