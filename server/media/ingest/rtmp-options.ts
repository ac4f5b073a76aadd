import type { Logger } from '../../config/log.ts'
import type { FeedTag } from '../live/feed-tag.ts'

interface RtmpEvents {
  /** A publisher with a valid key; `id` is its connection. */
  /** Returns why the publisher is refused; null if it is welcome. */
  readonly onPublish: (id: string, stream: string) => string | null
  /** Frames of a publisher. Their bodies share a buffer with others, so copy what is retained. */
  readonly onTags: (id: string, tags: readonly FeedTag[]) => void
  /** `hasEnded`: the publisher stopped deliberately. */
  readonly onStopped: (id: string, hasEnded: boolean) => void
  /** A publisher without a valid key, or a second one of a stream. */
  readonly onRefused?: (stream: string, problem: 'key' | 'busy' | null) => void
  /** The process and all its connections have ended. */
  readonly onLost: () => void
}

export interface RtmpOptions extends RtmpEvents {
  readonly host: string
  /** 0 selects a free port, which is kept across restarts. */
  readonly port: number
  /** Signs keys of streams that have no stored hash; '' refuses them. */
  readonly signingKey: string
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}
