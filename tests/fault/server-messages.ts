import type { EntryDraft } from '#server/rooms/log/entries.ts'

type OrderDraft = Extract<EntryDraft, { kind: 'order' }>

/** From the test to the server process. */
export type Ask = { readonly id: number } & (
  | { readonly type: 'append'; readonly chatRoomNo: string; readonly drafts: readonly EntryDraft[] }
  /** An order whose revert precedes it in the log. */
  | { readonly type: 'revert-first'; readonly chatRoomNo: string; readonly order: OrderDraft }
)

/** From the server process to the test. */
export type ServerMessage =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'answer'; readonly id: number; readonly data: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
