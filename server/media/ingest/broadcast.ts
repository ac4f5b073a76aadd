import type { FeedTag } from '../live/feed-tag.ts'
import type { LiveFeed } from '../live/live-feed.ts'

/** One publisher's connection and the feed that it fills. */
export class Broadcast {
  readonly stream: string
  /** Whether viewers are shown it. */
  isOnAir = false
  readonly #feed: LiveFeed
  readonly #now: () => number
  #heardAt: number

  constructor(stream: string, feed: LiveFeed, now: () => number) {
    this.stream = stream
    this.#feed = feed
    this.#now = now
    this.#heardAt = now()
  }

  /** When the last frame came. */
  get heardAt(): number {
    return this.#heardAt
  }

  receive(tag: FeedTag): void {
    this.#heardAt = this.#now()
    this.#feed.push(tag)
  }

  /** Takes it off the air until its next key frame; false when it was not on. */
  pause(): boolean {
    if (!this.isOnAir) return false
    this.isOnAir = false
    this.#feed.pause()
    return true
  }
}
