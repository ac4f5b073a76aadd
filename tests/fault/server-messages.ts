import type { EntryDraft } from '#server/rooms/log/entry.ts'

type OrderDraft = Extract<EntryDraft, { kind: 'order' }>

/** From the test to the server's process. */
export type Ask = { readonly id: number } & (
  | { readonly type: 'append'; readonly chatRoomNo: string; readonly drafts: readonly EntryDraft[] }
  /** An order whose revert stands in the log before it. */
  | { readonly type: 'revert-first'; readonly chatRoomNo: string; readonly order: OrderDraft }
)

/** From the server's process to the test. */
export type Tell =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'answer'; readonly id: number; readonly data: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
