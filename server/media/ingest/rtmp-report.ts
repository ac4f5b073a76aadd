import type { FeedTag } from '../live/feed-tag.ts'

/** What the RTMP process tells the main process. `id` is that of a publisher's connection. */
export type RtmpReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'alive' }
  | { readonly kind: 'refused'; readonly stream: string; readonly reason: string }
  | { readonly kind: 'publish'; readonly id: string; readonly stream: string; readonly address: string }
  | { readonly kind: 'tag'; readonly id: string; readonly tag: FeedTag }
  /** `hasEnded`: it has said that it stops. */
  | { readonly kind: 'gone'; readonly id: string; readonly hasEnded: boolean }
