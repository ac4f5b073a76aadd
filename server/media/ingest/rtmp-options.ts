import type { Logger } from '../../config/log.ts'
import type { FeedTag } from '../live/feed-tag.ts'

export interface RtmpEvents {
  /** A publisher with a good key; `id` is that of the connection. */
  readonly onPublish: (id: string, stream: string) => void
  readonly onTag: (id: string, tag: FeedTag) => void
  /** `hasEnded`: it has said that it stops. */
  readonly onGone: (id: string, hasEnded: boolean) => void
  /** The process has ended, and with it every connection. */
  readonly onLost: () => void
}

export interface RtmpOptions extends RtmpEvents {
  readonly host: string
  /** 0 = any free one, kept over restarts. */
  readonly port: number
  readonly signingKey: string
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}
