import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import type { Compressor } from '#protocol/compress.ts'
import { plainBytes } from './codec-node.ts'

/** Level 1 costs a quarter of the default level and loses a few percent on JSON. */
const LEVEL = 1
/** Below this the thread pool costs more than the work; above it the work would hold up the event loop. */
const SYNCHRONOUS_UP_TO_BYTES = 16 * 1024

const deflateLater = promisify(deflateRaw)
const inflateLater = promisify(inflateRaw)

/** deflate-raw on zlib. Inflation stops at the limit: a bomb costs `limit` bytes of memory and no more. */
export const nodeCompressor: Compressor = {
  deflate: (bytes) =>
    bytes.length <= SYNCHRONOUS_UP_TO_BYTES
      ? plainBytes(deflateRawSync(bytes, { level: LEVEL }))
      : deflateLater(bytes, { level: LEVEL }).then(plainBytes),
  inflate: (bytes, limit) =>
    bytes.length <= SYNCHRONOUS_UP_TO_BYTES
      ? plainBytes(inflateRawSync(bytes, { maxOutputLength: limit }))
      : inflateLater(bytes, { maxOutputLength: limit }).then(plainBytes),
}
