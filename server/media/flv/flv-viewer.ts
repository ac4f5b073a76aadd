import type { FlvChunk } from './flv-writer.ts'

/** The output of a viewer: an HTTP response or a WebSocket. `close` ends it after pending data, `destroy` at once. */
export interface ViewerSink {
  readonly bufferedBytes: () => number
  readonly write: (bytes: Buffer) => void
  readonly close: () => void
  readonly destroy: () => void
}

const VIEWER_BUFFER_BYTES = 1024 * 1024
/** A viewer that skips data for this long has stopped reading. */
const VIEWER_SKIP_LIMIT_MS = 10_000

type Delivery = 'sent' | 'skipped' | 'stuck'

/**
 * One FLV viewer with a bounded buffer. If more than 1 MB waits, tags are skipped until half of it is sent and a key
 * frame comes. A viewer that stays above the limit for 10 s is `stuck` and must be closed.
 */
export class FlvViewer {
  readonly stream: string
  readonly base: number
  readonly sink: ViewerSink
  #skippingSince: number | null = null
  #isWaiting: boolean

  /**
   * `base`: time (ms) from which timestamps of this viewer count. `isWaiting`: it gets nothing before the next key
   * frame.
   */
  constructor(stream: string, base: number, sink: ViewerSink, isWaiting = false) {
    this.#isWaiting = isWaiting
    this.stream = stream
    this.base = base
    this.sink = sink
  }

  deliver(chunk: FlvChunk, now: number): Delivery {
    if (this.#isWaiting && chunk.keyAt < 0) return 'skipped'
    if (this.#isWaiting) {
      this.#isWaiting = false
      this.sink.write(chunk.bytes.subarray(chunk.keyAt))
      return 'sent'
    }
    const waiting = this.sink.bufferedBytes()
    if (this.#skippingSince === null) {
      if (waiting + chunk.bytes.length <= VIEWER_BUFFER_BYTES) {
        this.sink.write(chunk.bytes)
        return 'sent'
      }
      this.#skippingSince = now
    }
    if (chunk.keyAt >= 0 && waiting <= VIEWER_BUFFER_BYTES / 2) {
      this.#skippingSince = null
      this.sink.write(chunk.bytes.subarray(chunk.keyAt))
      return 'sent'
    }
    return now - this.#skippingSince >= VIEWER_SKIP_LIMIT_MS ? 'stuck' : 'skipped'
  }
}
