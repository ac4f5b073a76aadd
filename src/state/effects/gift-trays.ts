import { atom } from 'jotai/vanilla'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import type { FeedRowOf } from '#protocol/worker/feed.ts'

/** Combos on display at once: two, or three where there is room. */
export type TraySlots = 2 | 3
/** Combos that wait for a lane; beyond it the oldest that is not one's own gives way. */
export const MAX_WAITING_TRAYS = 8
/**
 * Milliseconds after its last posting that a combo waits at most: as long as a whole queue takes in two lanes. Longer ago,
 * while timers slept, is history.
 */
export const MAX_TRAY_WAIT_MS = GIFT_COMBO_WINDOW_MS * (MAX_WAITING_TRAYS / 2 + 1)

/** A running combo of one giver: the same tray counts up until three seconds after the last posting. */
export interface GiftTray {
  readonly comboId: string
  readonly giftId: number
  readonly giftName: string
  readonly giftIcon: string
  readonly userId: string
  readonly memberName: string
  readonly isMine: boolean
  /** The running total that the server has posted. */
  readonly confirmed: number
  /** Own taps so far, posted or not. */
  readonly tapped: number
  /** Epoch milliseconds of the last posting or tap. */
  readonly updatedAt: number
}

export interface GiftTrays {
  /** Own first, then in order of appearance. */
  readonly shown: readonly GiftTray[]
  readonly waiting: readonly GiftTray[]
  /** How many lanes there are. */
  readonly slots: TraySlots
}

export const EMPTY_TRAYS: GiftTrays = { shown: [], waiting: [], slots: 2 }

export const giftTraysAtom = atom<GiftTrays>(EMPTY_TRAYS)

/** What the tray shows: taps count at once, the server's total as soon as it is higher. */
export function trayCount(tray: GiftTray): number {
  return Math.max(tray.confirmed, tray.tapped)
}

/** Whether this page has sent a combo of the member: another window of theirs may have. */
export function wasTapped({ shown: lanes, waiting }: GiftTrays, comboId: string): boolean {
  return [...lanes, ...waiting].some((tray) => tray.isMine && tray.comboId === comboId && tray.tapped > 0)
}

type TrayStart = Omit<GiftTray, 'confirmed' | 'tapped' | 'updatedAt'>

function ownFirst(trays: readonly GiftTray[]): GiftTray[] {
  return [...trays.filter((tray) => tray.isMine), ...trays.filter((tray) => !tray.isMine)]
}

/** The queue within its bound. */
function bounded(waiting: readonly GiftTray[]): readonly GiftTray[] {
  if (waiting.length <= MAX_WAITING_TRAYS) return waiting
  const dropped = waiting.find((tray) => !tray.isMine) ?? waiting[0]
  return waiting.filter((tray) => tray !== dropped)
}

function put(trays: GiftTrays, tray: GiftTray): GiftTrays {
  if (trays.shown.length < trays.slots) return { ...trays, shown: ownFirst([...trays.shown, tray]) }
  const guest = trays.shown.findLast((lane) => !lane.isMine)
  if (!tray.isMine || guest === undefined) return { ...trays, waiting: bounded(ownFirst([...trays.waiting, tray])) }
  const lanes = ownFirst([...trays.shown.filter((lane) => lane !== guest), tray])
  return { ...trays, shown: lanes, waiting: bounded([guest, ...trays.waiting]) }
}

/** Ids of combos are made by givers and seen by all: only with its giver and its gift does one name a tray. */
function isSameCombo(one: TrayStart, other: TrayStart): boolean {
  if (one.comboId !== other.comboId || one.giftId !== other.giftId || one.isMine !== other.isMine) return false
  return one.isMine || one.userId === other.userId
}

function raise(trays: GiftTrays, start: TrayStart, change: (tray: GiftTray) => GiftTray, now: number): GiftTrays {
  const isThis = (tray: GiftTray) => isSameCombo(tray, start)
  const update = (tray: GiftTray) => (isThis(tray) ? { ...change(tray), updatedAt: now } : tray)
  if (trays.shown.some(isThis) || trays.waiting.some(isThis)) {
    return { ...trays, shown: trays.shown.map(update), waiting: trays.waiting.map(update) }
  }
  return put(trays, { ...change({ ...start, confirmed: 0, tapped: 0, updatedAt: now }) })
}

/** A posting arrived in the room's log. */
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
  return raise(trays, start, confirm, now)
}

/** The member tapped: the tray counts before the server knows. */
export function giftTapped(trays: GiftTrays, start: TrayStart, count: number, now: number): GiftTrays {
  return raise(trays, start, (tray) => ({ ...tray, tapped: Math.max(tray.tapped, tray.confirmed) + count }), now)
}

/** A posting was refused: its taps are taken back, and a tray with nothing left gives its lane to who waits. */
export function giftRefused(trays: GiftTrays, comboId: string, count: number, now: number): GiftTrays {
  const back = (list: readonly GiftTray[]) =>
    list
      .map((tray) =>
        tray.isMine && tray.comboId === comboId ? { ...tray, tapped: Math.max(0, tray.tapped - count) } : tray,
      )
      .filter((tray) => trayCount(tray) > 0)
  return filled({ ...trays, shown: back(trays.shown), waiting: back(trays.waiting) }, now)
}

/** The viewer has blocked somebody: their trays leave, and those that waited take the lanes. */
export function withoutGiver(trays: GiftTrays, userId: string, now: number): GiftTrays {
  const isOther = (tray: GiftTray) => tray.isMine || tray.userId !== userId
  return filled({ ...trays, shown: trays.shown.filter(isOther), waiting: trays.waiting.filter(isOther) }, now)
}

/** A posting of the future was made before the clock was set back: nobody knows its time any more, so it is over. */
function isRunning({ updatedAt }: GiftTray, now: number): boolean {
  return updatedAt <= now && now - updatedAt < GIFT_COMBO_WINDOW_MS
}

/** Trays whose time is over leave; those that waited take their lanes. Nothing due = the same object. */
export function expireTrays(trays: GiftTrays, now: number): GiftTrays {
  const lanes = trays.shown.filter((tray) => isRunning(tray, now))
  if (lanes.length === trays.shown.length) return trays
  return filled({ ...trays, shown: lanes }, now)
}

/** Those that wait take the free lanes; those that have waited too long go. */
function filled(trays: GiftTrays, now: number): GiftTrays {
  const free = trays.slots - trays.shown.length
  const waiting = trays.waiting.filter((tray) => now - tray.updatedAt < MAX_TRAY_WAIT_MS)
  const next = waiting.slice(0, free).map((tray) => ({ ...tray, updatedAt: now }))
  return { ...trays, shown: ownFirst([...trays.shown, ...next]), waiting: waiting.slice(free) }
}

/** The place got wider or narrower: what has no lane any more waits, others' before one's own. The same object when nothing changes. */
export function withSlots(trays: GiftTrays, most: TraySlots, now: number): GiftTrays {
  if (trays.slots === most) return trays
  const over = trays.shown.slice(most)
  return filled({ shown: trays.shown.slice(0, most), waiting: bounded([...over, ...trays.waiting]), slots: most }, now)
}

/** When the next tray leaves (epoch ms), or null. */
export function nextTrayChange(trays: GiftTrays): number | null {
  if (trays.shown.length === 0) return null
  return Math.min(...trays.shown.map((tray) => tray.updatedAt)) + GIFT_COMBO_WINDOW_MS
}
