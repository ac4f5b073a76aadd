import { MAX_INFLATED_REQUEST_BYTES } from '#protocol/constants.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'

/**
 * Bytes that a body may have once it is inflated: the longest of real calls, a drag of 1,000 points (`afs.analyze`), has
 * about 75 KB. What is inflated is parsed in one go, and nobody else is served meanwhile.
 */
export const MOST_BODY_BYTES = 128 * 1024

const LARGER: Partial<Record<EndpointName, number>> = {
  // 500 messages of 400 characters.
  'demo.say': MAX_INFLATED_REQUEST_BYTES,
}

/** How many bytes the body of a row may have once it is inflated (S7.116). */
export function mostBodyBytes(name: EndpointName): number {
  return LARGER[name] ?? MOST_BODY_BYTES
}
