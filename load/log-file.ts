import { createReadStream } from 'node:fs'
import path from 'node:path'
import { LogError } from '#load/readers/read-log.ts'
import { openReplay, type Replay, type ReplayOptions } from '#load/readers/replay.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Opens a recorded log.
 *
 * @throws an error with the name of the file and the reason
 */
export async function openLogFile(file: string, options: ReplayOptions): Promise<Replay> {
  try {
    return await openReplay(createReadStream(file, { highWaterMark: CHUNK_BYTES }), options)
  } catch (error) {
    const name = path.relative('', file) || file
    const code = (error as NodeJS.ErrnoException).code
    if (code !== undefined) throw new Error(`The log ${name} cannot be read: ${code}`, { cause: error })
    if (error instanceof LogError) throw new Error(`The log ${name} cannot be used: ${error.message}`, { cause: error })
    throw error
  }
}
