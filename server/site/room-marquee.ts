import type { ContentBodyOf } from '#protocol/console/content-bodies.ts'
import type { MarqueeItem } from '#protocol/room/feed.ts'
import { isChatRoom } from '#protocol/room/kinds.ts'
import { TIMED_CATEGORY } from '#protocol/rules/marquee.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Matches } from '../matches/matches.ts'
import type { RoomHub } from '../rooms/hub.ts'
import type { EntryDraft } from '../rooms/log/entries.ts'
import { Lock } from '../rooms/room.ts'
import { inOrder } from './shown-content.ts'
import { ENDLESS, type SiteContent } from './site-content.ts'

/** Interval of comparing all rooms, for time windows and for rooms that were opened. */
const COMPARE_EVERY_MS = SECOND_MS
/** Category of items without a time window. */
const ALWAYS_CATEGORY = 0
/** Beginning of the ids of operators' items. Other sources use other ids and stay as they are. */
const ID_PREFIX = 'content-'
/** Items of operators in a room at once, fewer than a room holds. The first ones in the order of the operators win. */
export const ROOM_ITEMS_MAX = 40

/** An item of operators that is in force, and the room that shows it. */
interface PlacedItem {
  /** Empty: all rooms. */
  readonly eid: string
  readonly item: MarqueeItem
}

interface RoomMarqueeOptions {
  readonly content: Pick<SiteContent, 'current' | 'onChange'>
  readonly rooms: Pick<RoomHub, 'rooms' | 'append' | 'writer'>
  readonly matches: Pick<Matches, 'list'>
  /**
   * Items of the server for all rooms, after those of operators. Their ids must not occur among those. Null: not known yet,
   * so the rooms stay as they are.
   */
  readonly more?: (now: number) => Promise<readonly MarqueeItem[] | null>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/**
 * Puts the marquee items of operators (S3.24) into the rooms. Each process has one; only that of the process which writes
 * the rooms appends entries. It compares each room with the items in force, so a repetition appends nothing.
 */
export class RoomMarquee {
  readonly #options: RoomMarqueeOptions
  readonly #lock = new Lock()
  #timer: ReturnType<typeof setInterval> | undefined
  #isFailing = false

  constructor(options: RoomMarqueeOptions) {
    this.#options = options
    options.content.onChange(() => {
      if (this.#timer) void this.refresh()
    })
  }

  start(): void {
    this.#timer = setInterval(() => void this.refresh(), COMPARE_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Compares all rooms with the items in force. A room that fails is compared again after an interval. */
  refresh(): Promise<void> {
    return this.#lock.run(async () => {
      const { rooms, more, now, onError } = this.#options
      if (!rooms.writer.isHere) return
      const others = more ? await more(now()) : []
      if (others === null) return
      const results = await Promise.allSettled(this.#changes(others).map(([no, drafts]) => rooms.append(no, drafts)))
      const failed = results.find(({ status }) => status === 'rejected')
      // One report per outage. The next writer goes on if this process has lost the rooms meanwhile.
      if (failed?.status === 'rejected' && !this.#isFailing && rooms.writer.isHere) onError(failed.reason)
      this.#isFailing = failed !== undefined
    })
  }

  /** The entries that each room needs, with the items of the server. */
  #changes(others: readonly MarqueeItem[]): [string, EntryDraft[]][] {
    const { rooms, matches } = this.#options
    const placed = this.#placed(others)
    const named = new Set(placed.map(({ eid }) => eid))
    named.delete('')
    const eids =
      named.size === 0 ? null : new Map(matches.list().map(({ fixture: { chatRoomNo, eid } }) => [chatRoomNo, eid]))
    return rooms.rooms.flatMap(({ chatRoomNo, isOpen, state }): [string, EntryDraft[]][] => {
      if (!isChatRoom(chatRoomNo)) return []
      const eid = eids?.get(chatRoomNo) ?? ''
      const wanted = isOpen ? placed.filter((one) => one.eid === '' || one.eid === eid) : []
      const drafts = marqueeChanges(
        state.marquee,
        wanted.slice(0, ROOM_ITEMS_MAX).map(({ item }) => item),
      )
      return drafts.length === 0 ? [] : [[chatRoomNo, drafts]]
    })
  }

  #placed(others: readonly MarqueeItem[]): PlacedItem[] {
    const { content, now } = this.#options
    const operators = inOrder(content.current('marquee', now()) ?? []).map(({ id, body, start, end }) => ({
      eid: body.eid,
      item: marqueeItem(`${ID_PREFIX}${id}`, body, { start, end }),
    }))
    const ofServer = others.map((item) => ({ eid: '', item: { ...item, id: `${ID_PREFIX}${item.id}` } }))
    return [...operators, ...ofServer]
  }
}

/** S3.24, S4.27: an item with a time window is shown within it, others always. */
function marqueeItem(
  id: string,
  { content }: ContentBodyOf<'marquee'>,
  { start, end }: { readonly start: number; readonly end: number },
): MarqueeItem {
  const [pmdTimerStart, pmdTimerEnd] = [start === 0 ? null : start, end === ENDLESS ? null : end]
  const isTimed = pmdTimerStart !== null || pmdTimerEnd !== null
  return { id, category: isTimed ? TIMED_CATEGORY : ALWAYS_CATEGORY, pmdTimerStart, pmdTimerEnd, content }
}

/**
 * The entries after which a room shows exactly the wanted items of operators, in their order; none if it does. A changed
 * item is removed and added again, because rooms show items in the order in which they were added.
 */
function marqueeChanges(shown: readonly MarqueeItem[], wanted: readonly MarqueeItem[]): EntryDraft[] {
  let kept = 0
  const removed: MarqueeItem[] = []
  for (const item of shown) {
    if (!item.id.startsWith(ID_PREFIX)) continue
    if (isSame(item, wanted[kept])) kept += 1
    else removed.push(item)
  }
  return [
    ...removed.map((item) => ({ kind: 'marquee' as const, data: { item, removed: true } })),
    ...wanted.slice(kept).map((item) => ({ kind: 'marquee' as const, data: { item } })),
  ]
}

/** Plain comparisons: each room compares its items every second. */
function isSame(item: MarqueeItem, other: MarqueeItem | undefined): boolean {
  return (
    other !== undefined &&
    item.id === other.id &&
    item.content === other.content &&
    item.category === other.category &&
    item.pmdTimerStart === other.pmdTimerStart &&
    item.pmdTimerEnd === other.pmdTimerEnd
  )
}
