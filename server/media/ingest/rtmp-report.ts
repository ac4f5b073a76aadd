import type { FeedTag } from '../live/feed-tag.ts'

/** Reports of the RTMP process. `id` is the connection of a publisher. */
export type RtmpReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'alive' }
  | {
      readonly kind: 'refused'
      readonly stream: string
      readonly reason: string
      readonly problem: 'key' | 'busy' | null
    }
  /** A connection that has not published; `settled` when it has, or has ended. */
  | { readonly kind: 'waiting'; readonly connection: number; readonly address: string }
  | { readonly kind: 'settled'; readonly connection: number }
  | { readonly kind: 'publish'; readonly id: string; readonly stream: string; readonly address: string }
  | { readonly kind: 'tag'; readonly id: string; readonly tag: FeedTag }
  /** `hasEnded`: the publisher stopped deliberately. */
  | { readonly kind: 'gone'; readonly id: string; readonly hasEnded: boolean }
