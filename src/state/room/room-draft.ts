import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { tabStorage } from '../data/tab-storage.ts'

/** What a viewer had begun in a room: kept through signing in, as long as the tab lives (sessionStorage). */
export interface RoomDraft {
  /** The `userId` of who began it; '' for a visitor, whose draft belongs to whoever signs in. */
  readonly memberId: string
  readonly text: string
  /** The id of the message that the words answer. */
  readonly replyTo: string | null
  /** The gift panel was open, with this gift and quantity. */
  readonly gift: { readonly giftId: number; readonly count: number } | null
}

export const NO_DRAFT: RoomDraft = { memberId: '', text: '', replyTo: null, gift: null }

const keyOf = (chatRoomNo: string) => `draft:${chatRoomNo}`

/** Reads what is stored; anything else than a draft is no draft. */
export function parseDraft(text: string | null): RoomDraft {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return NO_DRAFT
    const { memberId, text: words, replyTo, gift } = value as Partial<Record<keyof RoomDraft, unknown>>
    return {
      memberId: typeof memberId === 'string' ? memberId : '',
      text: typeof words === 'string' ? words.slice(0, 1_000) : '',
      replyTo: typeof replyTo === 'string' && replyTo.length <= 64 ? replyTo : null,
      gift: giftOf(gift),
    }
  } catch {
    return NO_DRAFT
  }
}

function giftOf(value: unknown): RoomDraft['gift'] {
  if (typeof value !== 'object' || value === null) return null
  const { giftId, count } = value as { giftId?: unknown; count?: unknown }
  return Number.isSafeInteger(giftId) && Number.isSafeInteger(count)
    ? { giftId: Number(giftId), count: Number(count) }
    : null
}

/** The draft of this room; that of another member is nobody's here. */
export function readDraft(chatRoomNo: string): RoomDraft {
  const draft = parseDraft(tabStorage()?.getItem(keyOf(chatRoomNo)) ?? null)
  const memberId = store.get(memberAtom)?.userId ?? ''
  return draft.memberId === '' || memberId === '' || draft.memberId === memberId ? draft : NO_DRAFT
}

/**
 * Stores what changed; an empty draft leaves nothing behind. It belongs to whoever is signed in, unless the change says
 * whose it is: the session of who began it may have ended.
 */
export function saveDraft(chatRoomNo: string, change: Partial<RoomDraft>): void {
  const before = readDraft(chatRoomNo)
  const next = { ...before, memberId: store.get(memberAtom)?.userId ?? before.memberId, ...change }
  try {
    if (next.text === '' && next.replyTo === null && next.gift === null) tabStorage()?.removeItem(keyOf(chatRoomNo))
    else tabStorage()?.setItem(keyOf(chatRoomNo), JSON.stringify(next))
  } catch {
    // Full or forbidden: the draft lasts as long as the page.
  }
}

/**
 * Keeps words that were refused when their box may be gone, as it is at the end of a session: they wait for the next box
 * of who said them. What was begun meanwhile stays, and another member who is here by now has nothing to do with it.
 */
export function saveRefusedDraft(chatRoomNo: string, refused: Pick<RoomDraft, 'memberId' | 'text' | 'replyTo'>): void {
  const memberId = store.get(memberAtom)?.userId ?? refused.memberId
  const { text, replyTo } = readDraft(chatRoomNo)
  if (memberId !== refused.memberId || text !== '') return
  saveDraft(chatRoomNo, { ...refused, replyTo: replyTo ?? refused.replyTo })
}
