import type { EntryAuthor, EntryData } from '../room/feed.ts'
import type { MessageKind } from '../room/kinds.ts'

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
