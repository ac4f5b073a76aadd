import type { FlvFanOut } from '../flv/flv-fan-out.ts'
import type { FlvViewer, ViewerSink } from '../flv/flv-viewer.ts'
import type { LiveFeed } from './live-feed.ts'
import type { Streams } from '../streams.ts'

/** Assigns the viewers of each stream to its publisher, or to the clip. */
export class FeedSwitch {
  readonly #clip: FlvFanOut
  readonly #streams: Streams
  readonly #feeds = new Map<string, LiveFeed>()

  constructor(clip: FlvFanOut, streams: Streams) {
    this.#clip = clip
    this.#streams = streams
  }

  /** Null: the stream shows the clip. */
  feedOf(stream: string): LiveFeed | null {
    return this.#feeds.get(stream) ?? null
  }

  attach(feed: LiveFeed): void {
    const before = this.#feeds.get(feed.stream)
    if (before !== feed) {
      before?.pause()
      this.#clip.endStream(feed.stream)
    }
    this.#feeds.set(feed.stream, feed)
    this.#streams.renew(feed.stream)
  }

  detach(stream: string): void {
    if (!this.#feeds.has(stream)) return
    this.endStream(stream)
    this.#feeds.delete(stream)
    this.#streams.renew(stream)
  }

  /** False until the publisher's first key frame, or the first one after a pause. */
  isReady(stream: string): boolean {
    return this.#feeds.get(stream)?.isReady ?? true
  }

  /** A publisher has one quality, so `height` selects among those of the clip only. */
  add(stream: string, sink: ViewerSink, height: number | null): FlvViewer {
    const feed = this.#feeds.get(stream)
    return feed ? feed.add(sink) : this.#clip.add(stream, sink, height)
  }

  remove(viewer: FlvViewer): void {
    this.#clip.remove(viewer)
    this.#feeds.get(viewer.stream)?.remove(viewer)
  }

  /** Closes the viewers; a publisher may continue. */
  endStream(stream: string): void {
    this.#clip.endStream(stream)
    this.#feeds.get(stream)?.endViewers('close')
  }

  dropAll(): void {
    this.#clip.dropAll()
    for (const feed of this.#feeds.values()) feed.endViewers('destroy')
  }
}
