import { hasLeft } from '../session/member-storage.ts'
import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { tabStorage } from '../data/tab-storage.ts'

/** Unfinished input of a viewer in a room. Stored in sessionStorage, so that it survives signing in. */
interface RoomDraft {
  /** The author's `userId`; '' for a visitor, whose draft is taken over by the member who signs in. */
  readonly memberId: string
  readonly text: string
  /** Id of the message that the text replies to. */
  readonly replyTo: string | null
  /** The selected gift and quantity, if the gift panel was open. After a reload the quantity is 1. */
  readonly gift: { readonly giftId: number; readonly count: number } | null
}

export const NO_DRAFT: RoomDraft = { memberId: '', text: '', replyTo: null, gift: null }

const keyOf = (chatRoomNo: string) => `draft:${chatRoomNo}`

/** Parses a stored draft; returns NO_DRAFT if it is invalid. */
export function parseDraft(text: string | null): RoomDraft {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return NO_DRAFT
    const {
      memberId,
      text: draftText,
      replyTo,
      gift,
      page,
    } = value as Partial<Record<keyof RoomDraft | 'page', unknown>>
    return {
      memberId: typeof memberId === 'string' ? memberId : '',
      text: typeof draftText === 'string' ? draftText.slice(0, 1_000) : '',
      replyTo: typeof replyTo === 'string' && replyTo.length <= 64 ? replyTo : null,
      gift: giftOf(gift, page === performance.timeOrigin),
    }
  } catch {
    return NO_DRAFT
  }
}

/** A quantity is restored within a page only, so that a reload never prepares an expensive gift. */
function giftOf(value: unknown, isSamePage: boolean): RoomDraft['gift'] {
  if (typeof value !== 'object' || value === null) return null
  const { giftId, count } = value as { giftId?: unknown; count?: unknown }
  return Number.isSafeInteger(giftId) && Number.isSafeInteger(count)
    ? { giftId: Number(giftId), count: isSamePage ? Number(count) : 1 }
    : null
}

/** Returns the draft of a room. A draft of another member is ignored. */
export function readDraft(chatRoomNo: string): RoomDraft {
  const draft = parseDraft(tabStorage()?.getItem(keyOf(chatRoomNo)) ?? null)
  const memberId = store.get(memberAtom)?.userId ?? ''
  return draft.memberId === '' || memberId === '' || draft.memberId === memberId ? draft : NO_DRAFT
}

/**
 * Stores changed fields; removes an empty draft. The author is the signed-in member, unless `change` names one whose
 * session may have ended. Stores nothing for a member who has signed out deliberately.
 */
export function saveDraft(chatRoomNo: string, change: Partial<RoomDraft>): void {
  const before = readDraft(chatRoomNo)
  const next = { ...before, memberId: store.get(memberAtom)?.userId ?? before.memberId, ...change }
  if (hasLeft(next.memberId)) return
  try {
    if (next.text === '' && next.replyTo === null && next.gift === null) tabStorage()?.removeItem(keyOf(chatRoomNo))
    else tabStorage()?.setItem(keyOf(chatRoomNo), JSON.stringify({ ...next, page: performance.timeOrigin }))
  } catch {
    // The storage is full or forbidden: the draft is lost with the page.
  }
}

/**
 * Stores a refused message as the draft of its author, because its composer may be unmounted, for example at the end of
 * the session. Does not overwrite a newer draft, and does nothing for another member.
 */
export function saveRefusedDraft(chatRoomNo: string, refused: Pick<RoomDraft, 'memberId' | 'text' | 'replyTo'>): void {
  const memberId = store.get(memberAtom)?.userId ?? refused.memberId
  const { text, replyTo } = readDraft(chatRoomNo)
  if (memberId !== refused.memberId || text !== '') return
  saveDraft(chatRoomNo, { ...refused, replyTo: replyTo ?? refused.replyTo })
}
