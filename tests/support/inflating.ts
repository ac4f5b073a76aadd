import { vi } from 'vitest'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'

/** Error code of zlib at the output limit. */
export const STOPPED_BY_ZLIB = 'ERR_BUFFER_TOO_LARGE'

/** Maximum compression ratio of deflate. */
const MAX_PER_BYTE = 1032

/**
 * Records every inflate of the server: its limit and the zlib error. Process memory would depend on the garbage
 * collector.
 */
export function watchServerInflate(): { limit: number; stoppedBy: string | null }[] {
  const seen: { limit: number; stoppedBy: string | null }[] = []
  const inflate = nodeCompressor.inflate.bind(nodeCompressor)
  vi.spyOn(nodeCompressor, 'inflate').mockImplementation(async (bytes, limit) => {
    const one: (typeof seen)[number] = { limit, stoppedBy: null }
    seen.push(one)
    try {
      return await inflate(bytes, limit)
    } catch (error) {
      one.stoppedBy = (error as NodeJS.ErrnoException).code ?? String(error)
      throw error
    }
  })
  return seen
}

/** Upper bound of the bytes that streams inflated during `run`: the written bytes times the maximum ratio. */
export async function peakInflatedBytes(run: () => Promise<unknown>): Promise<number> {
  const write = vi.spyOn(WritableStreamDefaultWriter.prototype, 'write')
  try {
    await run()
    return write.mock.calls.reduce((sum, [chunk]) => sum + (chunk as Uint8Array).length, 0) * MAX_PER_BYTE
  } finally {
    write.mockRestore()
  }
}
