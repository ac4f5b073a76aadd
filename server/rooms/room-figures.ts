import { SECOND_MS } from '#protocol/time.ts'

/** Figures are summed in slots of this length. */
const SLOT_MS = 10 * SECOND_MS
const SLOTS = 6

/** What happened in a room. Rates are those of the last complete ten seconds, the others of the last minute. */
export interface RoomFigures {
  readonly messagesPerSecond: number
  /** Shortest time between two frames of the room, now, ms. */
  readonly intervalMs: number
  /** Longest time from the append of an entry to its frame, ms. */
  readonly lagMs: number
  /** Messages that the rules refused. */
  readonly refused: number
  /** Messages that failed. */
  readonly errors: number
}

interface Slot {
  number: number
  messages: number
  lagMs: number
  refused: number
  errors: number
}

const IDLE: Omit<RoomFigures, 'intervalMs'> = { messagesPerSecond: 0, lagMs: 0, refused: 0, errors: 0 }

/** Counts messages, delays and refusals per room, for the overview of the console. */
export class FiguresOfRooms {
  readonly #now: () => number
  readonly #slots = new Map<string, Slot[]>()
  /** Time of the oldest entry that no frame contains yet. */
  readonly #waitingSince = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Without viewers no frame is written, so the entries do not wait for one. */
  appended(chatRoomNo: string, entries: number, hasViewers: boolean): void {
    const now = this.#now()
    this.#slotAt(chatRoomNo, now).messages += entries
    if (hasViewers && !this.#waitingSince.has(chatRoomNo)) this.#waitingSince.set(chatRoomNo, now)
  }

  /** A frame with all entries so far was written to the viewers. */
  sent(chatRoomNo: string): void {
    const since = this.#waitingSince.get(chatRoomNo)
    if (since === undefined) return
    this.#waitingSince.delete(chatRoomNo)
    const now = this.#now()
    const slot = this.#slotAt(chatRoomNo, now)
    slot.lagMs = Math.max(slot.lagMs, now - since)
  }

  refused(chatRoomNo: string): void {
    this.#slotAt(chatRoomNo, this.#now()).refused += 1
  }

  failed(chatRoomNo: string): void {
    this.#slotAt(chatRoomNo, this.#now()).errors += 1
  }

  forget(chatRoomNo: string): void {
    this.#slots.delete(chatRoomNo)
    this.#waitingSince.delete(chatRoomNo)
  }

  of(chatRoomNo: string): Omit<RoomFigures, 'intervalMs'> {
    const current = Math.floor(this.#now() / SLOT_MS)
    const recent = (this.#slots.get(chatRoomNo) ?? []).filter(({ number }) => number > current - SLOTS)
    if (recent.length === 0) return IDLE
    const complete = recent.find(({ number }) => number === current - 1)
    const sum = (name: 'refused' | 'errors') => recent.reduce((total, slot) => total + slot[name], 0)
    return {
      messagesPerSecond: ((complete?.messages ?? 0) * SECOND_MS) / SLOT_MS,
      lagMs: Math.max(...recent.map(({ lagMs }) => lagMs)),
      refused: sum('refused'),
      errors: sum('errors'),
    }
  }

  #slotAt(chatRoomNo: string, now: number): Slot {
    const number = Math.floor(now / SLOT_MS)
    const slots = this.#slots.get(chatRoomNo) ?? []
    const last = slots.at(-1)
    if (last?.number === number) return last
    const slot = { number, messages: 0, lagMs: 0, refused: 0, errors: 0 }
    this.#slots.set(chatRoomNo, [...slots.slice(1 - SLOTS), slot])
    return slot
  }
}
