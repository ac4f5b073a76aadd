import type { RoomSnapshot } from '../endpoints/chatroom.ts'
import type { EntryAuthor, EntryData } from '../room/feed.ts'
import type { MessageKind } from '../room/kinds.ts'
import type { RoomChange } from '../rules/room-state.ts'

/** A change to rows that the page may already show. */
export type FeedPatch =
  | { readonly type: 'revert'; readonly orderId: string; readonly seq: number }
  | { readonly type: 'delete'; readonly ids: readonly string[]; readonly seq: number }
  /** Deletes all texts and images of a member up to `seq`. `ids` are those that other messages quote. */
  | { readonly type: 'delete-author'; readonly userId: string; readonly ids?: readonly string[]; readonly seq: number }

/** One message over the batch port, worker to page. */
export interface FeedBatch {
  readonly type: 'batch'
  readonly epoch: number
  /** The last entry that this batch covers. A replacement of the worker resumes after it. */
  readonly lastSeq: number
  /** Rows in server order, without duplicates and superseded rows. */
  readonly rows: readonly FeedRow[]
  readonly patches: readonly FeedPatch[]
  /** Number of texts dropped before these rows under overload (settled 17). */
  readonly dropped: number
  /** The newest welcome. The page shows one at a time. */
  readonly welcome: FeedRowOf<'welcome'> | null
  /** Entries after the snapshot that change the room's state, in log order. */
  readonly changes: readonly RoomChange[]
  /** Mute of the signed-in member, or its end. */
  readonly ownMute: { readonly until: number | null; readonly reason: string } | null
  /** Set on the first batch after an interruption: the number of missed rows, and whether they are lost. */
  readonly divider: { readonly missed: number; readonly isLost: boolean } | null
  /** Worker clock when the batch was posted, for the stats panel. */
  readonly postedAt: number
}

/** Sent when the feed restarts, because of another epoch or a long interruption. */
interface FeedReset {
  readonly type: 'reset'
  readonly snapshot: RoomSnapshot
}

export type FeedMessage = FeedBatch | FeedReset

/** Sent by the page over the batch port. Position and credits share one message to save work on a busy page. */
export interface FeedControl {
  readonly type: 'applied'
  /** The last sequence number that the page has applied. */
  readonly seq: number
  /** Number of applied batches. As many more may be posted. */
  readonly credits: number
}

export interface RowOf<Kind extends MessageKind> {
  readonly id: string
  readonly seq: number
  readonly kind: Kind
  /** Server clock, epoch milliseconds. */
  readonly at: number
  readonly author: EntryAuthor | null
  /** True for rows of the signed-in member. */
  readonly isMine: boolean
  readonly isMention: boolean
  readonly cid?: string
  readonly data: EntryData[Kind]
}

/** One row of the list. */
export type FeedRow = { [Kind in MessageKind]: RowOf<Kind> }[MessageKind]

export type FeedRowOf<Kind extends MessageKind> = Extract<FeedRow, { kind: Kind }>
