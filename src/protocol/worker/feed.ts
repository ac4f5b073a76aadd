import type { RoomSnapshot } from '../endpoints/chatroom.ts'
import type { MarqueeItem, MatchEvent, RoomSetup, RoomStatus, EntryAuthor, EntryData } from '../room/feed.ts'
import type { MessageKind } from '../room/kinds.ts'

/** A change to rows that the page may already hold. */
export type FeedPatch =
  | { readonly type: 'revert'; readonly orderId: string; readonly seq: number }
  | { readonly type: 'delete'; readonly ids: readonly string[]; readonly seq: number }
  /** Everything this member said up to `seq`; `ids` are those of it that others quote. */
  | { readonly type: 'delete-author'; readonly userId: string; readonly ids?: readonly string[]; readonly seq: number }

/** One message over the batch port, worker to page. */
export interface FeedBatch {
  readonly type: 'batch'
  readonly epoch: number
  /** The last entry this batch covers: what a successor of this worker resumes after. */
  readonly lastSeq: number
  /** Rows in server order, duplicates removed, superseded ones already replaced. */
  readonly rows: readonly FeedRow[]
  readonly patches: readonly FeedPatch[]
  /** Text rows dropped before these rows because the page could not have shown them (settled 17). */
  readonly dropped: number
  /** The newest welcome, if any: the strip shows one. */
  readonly welcome: FeedRowOf<'welcome'> | null
  readonly status: Partial<Omit<RoomStatus, 'event'>> | null
  /** A match has begun: marks that came before this batch are those of the last one. */
  readonly startsMatch: boolean
  /** New marks of the match that is on; history has none, because the snapshot over it knows them. */
  readonly matchEvents: readonly MatchEvent[]
  readonly marquee: readonly { readonly item: MarqueeItem; readonly removed: boolean }[]
  readonly pinned: { readonly text: string | null } | null
  readonly setup: RoomSetup | null
  /** A mute (or its end) of the member of this page. */
  readonly ownMute: { readonly until: number | null; readonly reason: string } | null
  /** Present on the first batch after an interruption: rows from here on were missed while offline. */
  readonly divider: { readonly missed: number; readonly isLost: boolean } | null
  /** Worker clock when the batch was posted, for the stats panel. */
  readonly postedAt: number
}

/** Worker to page when the feed had to begin anew (other epoch, or too long away). */
export interface FeedReset {
  readonly type: 'reset'
  readonly snapshot: RoomSnapshot
}

export type FeedMessage = FeedBatch | FeedReset

/** Page to worker over the batch port: what is on the screen. One message for both, because each costs a busy page. */
export interface FeedControl {
  readonly type: 'applied'
  /** The last sequence number that the page has applied. */
  readonly seq: number
  /** How many batches that took: as many more may be posted. */
  readonly credits: number
}

/** One row as the page shows it. */
export type FeedRow = {
  [Kind in MessageKind]: {
    readonly id: string
    readonly seq: number
    readonly kind: Kind
    /** Server clock, epoch milliseconds. */
    readonly at: number
    readonly author: EntryAuthor | null
    /** Said or given by the member of this page. */
    readonly isMine: boolean
    readonly isMention: boolean
    readonly cid?: string
    readonly data: EntryData[Kind]
  }
}[MessageKind]

export type FeedRowOf<Kind extends MessageKind> = Extract<FeedRow, { kind: Kind }>

/** Kinds that are rows of the list; the others change the room's state only. */
export const ROW_KINDS = [
  'text',
  'image',
  'gift',
  'order',
  'revert',
  'system',
  'notice',
  'mute',
  'pin',
  'setup',
] as const
