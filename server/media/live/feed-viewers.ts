import type { MediaCounters } from '../counters.ts'
import { FlvViewer, type ViewerSink } from '../flv/flv-viewer.ts'
import type { FlvChunk } from '../flv/flv-writer.ts'

export interface FeedViewersOptions {
  readonly stream: string
  readonly now: () => number
  readonly counters: MediaCounters
  /** A viewer was closed because it does not read. */
  readonly onCut: (stream: string) => void
}

/** The FLV viewers of one publisher, each with the bounded buffer of `FlvViewer`. */
export class FeedViewers {
  readonly #options: FeedViewersOptions
  readonly #viewers = new Set<FlvViewer>()

  constructor(options: FeedViewersOptions) {
    this.#options = options
  }

  /** The viewer gets `opening` and the current group; without a group it starts with the next key frame. */
  add(sink: ViewerSink, opening: Buffer, group: readonly Buffer[] | null): FlvViewer {
    const viewer = new FlvViewer(this.#options.stream, 0, sink, group === null)
    // One by one: all viewers share the same buffers.
    for (const bytes of [opening, ...(group ?? [])]) {
      sink.write(bytes)
      this.#options.counters.bytes += bytes.length
    }
    this.#viewers.add(viewer)
    this.#options.counters.viewers += 1
    return viewer
  }

  remove(viewer: FlvViewer): void {
    if (this.#viewers.delete(viewer)) this.#options.counters.viewers -= 1
  }

  send(chunk: FlvChunk): void {
    const { counters, now, onCut, stream } = this.#options
    for (const viewer of this.#viewers) {
      const delivery = viewer.deliver(chunk, now())
      if (delivery === 'sent') counters.bytes += chunk.bytes.length
      if (delivery !== 'stuck') continue
      counters.cut += 1
      onCut(stream)
      this.#end(viewer, 'destroy')
    }
  }

  /** `close` sends pending data first, `destroy` does not. */
  endAll(how: 'close' | 'destroy'): void {
    for (const viewer of this.#viewers) this.#end(viewer, how)
  }

  #end(viewer: FlvViewer, how: 'close' | 'destroy'): void {
    this.remove(viewer)
    viewer.sink[how]()
  }
}
