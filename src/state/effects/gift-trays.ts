import { atom } from 'jotai/vanilla'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import type { FeedRowOf } from '#protocol/worker/feed.ts'

/** Number of visible trays: two, or three if there is room. */
export type TraySlots = 2 | 3
/** Combos that wait for a slot; beyond it the oldest combo of another member is dropped. */
export const MAX_WAITING_TRAYS = 8
/**
 * Longest time that a combo waits after its last posting: the time that a full queue needs with two slots. Combos that
 * waited longer, because timers were suspended, are dropped.
 */
export const MAX_TRAY_WAIT_MS = GIFT_COMBO_WINDOW_MS * (MAX_WAITING_TRAYS / 2 + 1)

/** A running combo of one giver. The tray counts up until three seconds after the last posting. */
export interface GiftTray {
  readonly comboId: string
  readonly giftId: number
  readonly giftName: string
  readonly giftIcon: string
  readonly userId: string
  readonly memberName: string
  readonly isMine: boolean
  /** Count posted by the server. */
  readonly confirmed: number
  /** Count of own taps, posted or not. */
  readonly tapped: number
  /** Epoch milliseconds of the last posting or tap. */
  readonly updatedAt: number
}

export interface GiftTrays {
  /** Visible trays: own first, then by arrival. */
  readonly shown: readonly GiftTray[]
  readonly waiting: readonly GiftTray[]
  /** Number of slots. */
  readonly slots: TraySlots
}

export const EMPTY_TRAYS: GiftTrays = { shown: [], waiting: [], slots: 2 }

export const giftTraysAtom = atom<GiftTrays>(EMPTY_TRAYS)

/** Returns the displayed count: own taps at once, the server's count as soon as it is higher. */
export function trayCount(tray: GiftTray): number {
  return Math.max(tray.confirmed, tray.tapped)
}

/** Returns whether an own combo was tapped on this page. Otherwise another window of the member sent it. */
export function wasTapped({ shown: running, waiting }: GiftTrays, comboId: string): boolean {
  return [...running, ...waiting].some((tray) => tray.isMine && tray.comboId === comboId && tray.tapped > 0)
}

type TrayStart = Omit<GiftTray, 'confirmed' | 'tapped' | 'updatedAt'>

function outgoingFirst(trays: readonly GiftTray[]): GiftTray[] {
  return [...trays.filter((tray) => tray.isMine), ...trays.filter((tray) => !tray.isMine)]
}

/** Drops one tray if the queue exceeds its limit. */
function bounded(waiting: readonly GiftTray[]): readonly GiftTray[] {
  if (waiting.length <= MAX_WAITING_TRAYS) return waiting
  const dropped = waiting.find((tray) => !tray.isMine) ?? waiting[0]
  return waiting.filter((tray) => tray !== dropped)
}

function addTray(trays: GiftTrays, tray: GiftTray): GiftTrays {
  if (trays.shown.length < trays.slots) return { ...trays, shown: outgoingFirst([...trays.shown, tray]) }
  const other = trays.shown.findLast((shown) => !shown.isMine)
  if (!tray.isMine || other === undefined)
    return { ...trays, waiting: bounded(outgoingFirst([...trays.waiting, tray])) }
  const running = outgoingFirst([...trays.shown.filter((shown) => shown !== other), tray])
  return { ...trays, shown: running, waiting: bounded([other, ...trays.waiting]) }
}

/** Combo ids are chosen by givers and public, so they are unique only together with the giver and the gift. */
function isSameCombo(one: TrayStart, two: TrayStart): boolean {
  if (one.comboId !== two.comboId || one.giftId !== two.giftId || one.isMine !== two.isMine) return false
  return one.isMine || one.userId === two.userId
}

function updateTray(trays: GiftTrays, start: TrayStart, change: (tray: GiftTray) => GiftTray, now: number): GiftTrays {
  const isThis = (tray: GiftTray) => isSameCombo(tray, start)
  const update = (tray: GiftTray) => (isThis(tray) ? { ...change(tray), updatedAt: now } : tray)
  if (trays.shown.some(isThis) || trays.waiting.some(isThis)) {
    return { ...trays, shown: trays.shown.map(update), waiting: trays.waiting.map(update) }
  }
  return addTray(trays, { ...change({ ...start, confirmed: 0, tapped: 0, updatedAt: now }) })
}

/** Counts a posting of the room's log. */
export function giftPosted(trays: GiftTrays, row: FeedRowOf<'gift'>, now: number): GiftTrays {
  const { comboId, giftId, giftName, giftIcon, comboCount } = row.data
  const start = {
    comboId,
    giftId,
    giftName,
    giftIcon,
    userId: row.author?.userId ?? '',
    memberName: row.author?.memberName ?? '',
    isMine: row.isMine,
  }
  const confirm = (tray: GiftTray) => ({ ...tray, confirmed: Math.max(tray.confirmed, comboCount) })
  return updateTray(trays, start, confirm, now)
}

/** Counts an own tap at once, before the server has posted it. */
export function giftTapped(trays: GiftTrays, start: TrayStart, count: number, now: number): GiftTrays {
  return updateTray(trays, start, (tray) => ({ ...tray, tapped: Math.max(tray.tapped, tray.confirmed) + count }), now)
}

/** Takes back the taps of a refused posting. A tray with a count of zero is removed. */
export function giftRefused(trays: GiftTrays, comboId: string, count: number, now: number): GiftTrays {
  const takeBack = (list: readonly GiftTray[]) =>
    list
      .map((tray) =>
        tray.isMine && tray.comboId === comboId ? { ...tray, tapped: Math.max(0, tray.tapped - count) } : tray,
      )
      .filter((tray) => trayCount(tray) > 0)
  return filled({ ...trays, shown: takeBack(trays.shown), waiting: takeBack(trays.waiting) }, now)
}

/** Removes the trays of a blocked member. */
export function withoutGiver(trays: GiftTrays, userId: string, now: number): GiftTrays {
  const isOther = (tray: GiftTray) => tray.isMine || tray.userId !== userId
  return filled({ ...trays, shown: trays.shown.filter(isOther), waiting: trays.waiting.filter(isOther) }, now)
}

/** A tray with a future time was updated before the clock was set back. Its time is unknown, so it has ended. */
function isRunning({ updatedAt }: GiftTray, now: number): boolean {
  return updatedAt <= now && now - updatedAt < GIFT_COMBO_WINDOW_MS
}

/** Removes trays that have ended and shows waiting ones. Returns the same object if none has ended. */
export function expireTrays(trays: GiftTrays, now: number): GiftTrays {
  const running = trays.shown.filter((tray) => isRunning(tray, now))
  if (running.length === trays.shown.length) return trays
  return filled({ ...trays, shown: running }, now)
}

/** Moves waiting trays to free slots and drops those that have waited too long. */
function filled(trays: GiftTrays, now: number): GiftTrays {
  const free = trays.slots - trays.shown.length
  const waiting = trays.waiting.filter((tray) => now - tray.updatedAt < MAX_TRAY_WAIT_MS)
  const next = waiting.slice(0, free).map((tray) => ({ ...tray, updatedAt: now }))
  return { ...trays, shown: outgoingFirst([...trays.shown, ...next]), waiting: waiting.slice(free) }
}

/** Changes the number of slots; trays without a slot wait. Returns the same object if nothing changes. */
export function withSlots(trays: GiftTrays, slots: TraySlots, now: number): GiftTrays {
  if (trays.slots === slots) return trays
  const over = trays.shown.slice(slots)
  return filled(
    { shown: trays.shown.slice(0, slots), waiting: bounded([...over, ...trays.waiting]), slots: slots },
    now,
  )
}

/** Returns when the next tray ends (epoch milliseconds), or null. */
export function nextTrayChange(trays: GiftTrays): number | null {
  if (trays.shown.length === 0) return null
  return Math.min(...trays.shown.map((tray) => tray.updatedAt)) + GIFT_COMBO_WINDOW_MS
}
