import type { FeedTag } from '../live/feed-tag.ts'
import type { LiveFeed } from '../live/live-feed.ts'

/** The connection of a publisher and its feed. */
export class Broadcast {
  readonly stream: string
  /** True while viewers see it. */
  isOnAir = false
  readonly #feed: LiveFeed
  readonly #now: () => number
  #lastFrameAt: number

  constructor(stream: string, feed: LiveFeed, now: () => number) {
    this.stream = stream
    this.#feed = feed
    this.#now = now
    this.#lastFrameAt = now()
  }

  /** Time of the last frame. */
  get lastFrameAt(): number {
    return this.#lastFrameAt
  }

  receive(tag: FeedTag): void {
    this.#lastFrameAt = this.#now()
    this.#feed.push(tag)
  }

  /** Takes it off the air until its next key frame. Returns false if it was not on the air. */
  pause(): boolean {
    if (!this.isOnAir) return false
    this.isOnAir = false
    this.#feed.pause()
    return true
  }
}
