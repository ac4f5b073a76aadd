/** What a viewer had begun in a room: kept through signing in, as long as the tab lives (sessionStorage). */
export interface RoomDraft {
  readonly text: string
  /** The gift panel was open, with this gift and quantity. */
  readonly gift: { readonly giftId: number; readonly count: number } | null
}

export const NO_DRAFT: RoomDraft = { text: '', gift: null }

const keyOf = (chatRoomNo: string) => `draft:${chatRoomNo}`

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/** Reads what is stored; anything else than a draft is no draft. */
export function parseDraft(text: string | null): RoomDraft {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return NO_DRAFT
    const { text: words, gift } = value as { text?: unknown; gift?: unknown }
    return { text: typeof words === 'string' ? words.slice(0, 1_000) : '', gift: giftOf(gift) }
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

export function readDraft(chatRoomNo: string): RoomDraft {
  return parseDraft(storage()?.getItem(keyOf(chatRoomNo)) ?? null)
}

/** Stores what changed; an empty draft leaves nothing behind. */
export function keepDraft(chatRoomNo: string, change: Partial<RoomDraft>): void {
  const next = { ...readDraft(chatRoomNo), ...change }
  try {
    if (next.text === '' && next.gift === null) storage()?.removeItem(keyOf(chatRoomNo))
    else storage()?.setItem(keyOf(chatRoomNo), JSON.stringify(next))
  } catch {
    // Full or forbidden: the draft lasts as long as the page.
  }
}
