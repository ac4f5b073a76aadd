import { vi } from 'vitest'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'

/** What zlib says when it stopped because more came out than it was allowed to put out. */
export const STOPPED_BY_ZLIB = 'ERR_BUFFER_TOO_LARGE'

/** deflate knows no shorter code: a byte inflates to so many at most. */
const MOST_PER_BYTE = 1032

/**
 * How the server inflates from now on: the limit of each time and what zlib refused it with. The memory of the process would
 * tell of its collector, and of how much the machine has, rather than of this.
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

/** The most that streams can have inflated while this runs: what was written into them, each byte at its utmost. */
export async function mostStreamInflated(run: () => Promise<unknown>): Promise<number> {
  const write = vi.spyOn(WritableStreamDefaultWriter.prototype, 'write')
  try {
    await run()
    return write.mock.calls.reduce((sum, [chunk]) => sum + (chunk as Uint8Array).length, 0) * MOST_PER_BYTE
  } finally {
    write.mockRestore()
  }
}
