import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import type { Compressor } from '#protocol/compress.ts'
import { plainBytes } from './crypto-node.ts'

/** Level 1 takes a quarter of the time of the default level and is a few percent larger for JSON. */
const LEVEL = 1
/** Below this size the thread pool costs more than the work; above it the work would block the event loop. */
const SYNCHRONOUS_UP_TO_BYTES = 16 * 1024

const deflateLater = promisify(deflateRaw)
const inflateLater = promisify(inflateRaw)

/** deflate-raw with zlib. Inflation stops at the limit, so a bomb costs at most `limit` bytes. */
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
