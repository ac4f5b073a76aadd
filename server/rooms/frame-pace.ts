import { FRAME_BUDGET } from '#protocol/constants.ts'

/**
 * How often a room gets a frame (settled 11, decision 207). Writing a frame costs about the same for each viewer whatever
 * it contains, so the rate of frames decides what rooms cost. All rooms of a process share a budget: a share of one core
 * that writing may take.
 *
 * - Each room gets the shortest interval that the budget allows. Intervals grow with the square root of the viewers, so
 *   that a large room pays for its cost and a small one beside it stays quick.
 * - Where this makes the longest interval exceed {@link PATIENCE_MS}, the budget is stretched, at most to twice itself.
 * - A room that has less to send than its interval allows leaves the rest of its share to the others.
 * - If the process is late, for whatever reason, the budget shrinks within a second. It grows again slowly.
 */

/** The shortest interval, for rooms that cost little. */
export const MIN_INTERVAL_MS = 16
/** The longest. Beyond it the budget is exceeded rather than a room starved. */
export const MAX_INTERVAL_MS = 2_000
/** Intervals that exceed it stretch the budget by at most this factor. */
export const PATIENCE_MS = 250
export const STRETCH = 2
/** The budget is divided anew this often. */
export const PACE_TICK_MS = 250

/** Cost of a frame before the first measurement, ms: for each viewer, and besides them. */
const FIRST_VIEWER_MS = 0.008
const FRAME_MS = 0.2
/** A measured cost counts as at least this, and at most as so many times the average: more is a pause of the process. */
const MIN_VIEWER_MS = 0.001
const MAX_RISE = 4
/** Weight of a new measurement in a moving average. */
const COST_WEIGHT = 0.05
const DEMAND_WEIGHT = 0.5

/** Lateness beyond this, and beyond the time that the longest frame takes to write, is overload. */
const LATE_MS = 40
/** Factors of the budget in a tick: of heavy overload, of slight overload, and of none. */
const HEAVY_FACTOR = 0.5
const SLIGHT_FACTOR = 0.9
const GROWTH = 0.01
/** So many of the last ticks must be late: a single pause, whose end is in two ticks, is no overload. */
const LATE_TICKS = { needed: 3, of: 4 }
/** The least part of the budget that overload leaves. */
const MIN_SCALE = 0.1
/** Intervals get shorter by at most this factor in a tick. */
const SHORTER_FACTOR = 0.9

/**
 * Kinds of entries that wait no longer than this for their frame, however low the budget: gifts, reverts and what
 * moderators remove. The first limit that is not exceeded applies.
 */
const URGENT_INTERVALS: readonly { readonly maxViewers: number; readonly intervalMs: number }[] = [
  { maxViewers: 300, intervalMs: MIN_INTERVAL_MS },
  { maxViewers: 3_000, intervalMs: 50 },
  { maxViewers: 10_000, intervalMs: 100 },
  { maxViewers: Number.POSITIVE_INFINITY, intervalMs: 250 },
]

/** The longest wait of an urgent entry in a room with this many viewers. */
export function urgentInterval(viewers: number): number {
  return URGENT_INTERVALS.find(({ maxViewers }) => viewers <= maxViewers)?.intervalMs ?? MAX_INTERVAL_MS
}

/** The interval of one room alone whose messages fill every frame, for the planning of capacity. */
export function intervalAlone(viewers: number, viewerMs = FIRST_VIEWER_MS, budget = FRAME_BUDGET): number {
  return limited(stretched((FRAME_MS + viewers * viewerMs) / budget))
}

/** An interval of the plain budget with the stretched one. */
function stretched(interval: number): number {
  return Math.min(interval, Math.max(PATIENCE_MS, interval / STRETCH))
}

interface RoomPace {
  viewers: number
  /** Frames per second that the room would send without an interval, a moving average. */
  demand: number
  /** Writes of its log since the last tick, each an occasion for a frame. */
  occasions: number
}

/** What {@link FramePace} decides and measures, for operators. */
export interface PaceFigures {
  /** Share of a core that writing may take now, stretched or not, and that it has taken in the last second. */
  readonly budget: number
  readonly used: number
  /** Longest lateness of the last second, ms. */
  readonly lateMs: number
}

/**
 * Divides the budget among the rooms of a process. Without timers of its own: {@link tick} is called every
 * {@link PACE_TICK_MS}, and times are given, so that it runs on any clock.
 */
export class FramePace {
  readonly #budget: number
  readonly #rooms = new Map<string, RoomPace>()
  /** Cost of a frame per viewer, ms, a moving average. */
  #viewerMs = FIRST_VIEWER_MS
  /** Part of the budget that lateness leaves. */
  #scale = 1
  /** The interval of a room is this times the root of its viewers. */
  #factor = 0
  #lateMs = 0
  #longestWriteMs = 0
  #writtenMs = 0
  /** Lateness of the last ticks, relative to what is overload. */
  readonly #overloads: number[] = []
  readonly #recent: { readonly writtenMs: number; readonly lateMs: number; readonly elapsedMs: number }[] = []

  constructor(budget = FRAME_BUDGET) {
    this.#budget = budget
  }

  /** The log of a room has grown. */
  asked(chatRoomNo: string, viewers: number): void {
    const room = this.#rooms.get(chatRoomNo)
    if (room) {
      room.viewers = viewers
      room.occasions += 1
    } else this.#rooms.set(chatRoomNo, { viewers, demand: 0, occasions: 1 })
  }

  /**
   * The interval of a room with this many viewers, ms. A room alone keeps the budget also before the next tick: a crowd may
   * arrive within it.
   */
  interval(viewers: number): number {
    const alone = stretched(this.#frameMs(viewers) / (this.#budget * this.#scale))
    return limited(Math.max(this.#factor * Math.sqrt(viewers), alone))
  }

  /** A frame was written to the viewers of a room in `ms`. */
  wrote(viewers: number, ms: number): void {
    this.#writtenMs += ms
    this.#longestWriteMs = Math.max(this.#longestWriteMs, ms)
    if (viewers < 1) return
    const measured = Math.max(MIN_VIEWER_MS, Math.min(MAX_RISE * this.#viewerMs, (ms - FRAME_MS) / viewers))
    // Large frames say more about the cost of a viewer than small ones.
    const weight = COST_WEIGHT * Math.min(1, viewers / 100)
    this.#viewerMs += (measured - this.#viewerMs) * weight
  }

  /** A timer fired `ms` after its time. */
  late(ms: number): void {
    this.#lateMs = Math.max(this.#lateMs, ms)
  }

  forget(chatRoomNo: string): void {
    this.#rooms.delete(chatRoomNo)
  }

  /** Divides the budget by what happened in the `elapsedMs` since the last call. */
  tick(elapsedMs: number): void {
    this.#adaptScale()
    this.#recent.push({ writtenMs: this.#writtenMs, lateMs: this.#lateMs, elapsedMs })
    if (this.#recent.length > 1_000 / PACE_TICK_MS) this.#recent.shift()
    this.#lateMs = 0
    this.#longestWriteMs = 0
    this.#writtenMs = 0
    for (const [chatRoomNo, room] of this.#rooms) {
      const seen = (room.occasions * 1_000) / Math.max(1, elapsedMs)
      room.demand += (seen - room.demand) * DEMAND_WEIGHT
      room.occasions = 0
      // A silent room sends its next entry at once and needs no share.
      if (room.demand < 0.01) this.#rooms.delete(chatRoomNo)
    }
    this.#factor = Math.max(this.#neededFactor(), this.#factor * SHORTER_FACTOR)
  }

  get figures(): PaceFigures {
    const elapsed = this.#recent.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)
    const written = this.#recent.reduce((sum, { writtenMs }) => sum + writtenMs, 0)
    const budget = this.#budget * this.#scale
    return {
      budget: Math.max(budget, Math.min(budget * STRETCH, this.#shareWith(this.#factor))),
      used: elapsed === 0 ? 0 : written / elapsed,
      lateMs: Math.max(0, ...this.#recent.map(({ lateMs }) => lateMs)),
    }
  }

  #adaptScale(): void {
    const bound = Math.max(LATE_MS, 1.5 * this.#longestWriteMs)
    this.#overloads.push(this.#lateMs / bound)
    if (this.#overloads.length > LATE_TICKS.of) this.#overloads.shift()
    const overload = this.#overloads.toSorted((one, other) => other - one)[LATE_TICKS.needed - 1] ?? 0
    if (overload <= 1) this.#scale = Math.min(1, this.#scale + GROWTH)
    else this.#scale *= Math.max(HEAVY_FACTOR, Math.min(SLIGHT_FACTOR, 1 / overload))
    this.#scale = Math.max(MIN_SCALE, this.#scale)
  }

  #frameMs(viewers: number): number {
    return FRAME_MS + viewers * this.#viewerMs
  }

  /** Share of a core that all rooms take with a factor. */
  #shareWith(factor: number): number {
    let share = 0
    for (const { viewers, demand } of this.#rooms.values()) {
      const interval = limited(factor * Math.sqrt(viewers))
      share += (this.#frameMs(viewers) * Math.min(demand, 1_000 / interval)) / 1_000
    }
    return share
  }

  /** The least factor that keeps the budget, or the stretched one where intervals would be long. */
  #neededFactor(): number {
    const budget = this.#budget * this.#scale
    const plain = this.#factorWithin(budget)
    const largest = Math.max(1, ...Array.from(this.#rooms.values(), ({ viewers }) => viewers))
    const patient = PATIENCE_MS / Math.sqrt(largest)
    if (plain <= patient) return plain
    return Math.min(plain, Math.max(patient, this.#factorWithin(budget * STRETCH)))
  }

  /** The least factor that keeps this budget. */
  #factorWithin(budget: number): number {
    if (this.#shareWith(0) <= budget) return 0
    let [low, high] = [0, MAX_INTERVAL_MS]
    for (let step = 0; step < 24; step += 1) {
      const middle = (low + high) / 2
      if (this.#shareWith(middle) > budget) low = middle
      else high = middle
    }
    return high
  }
}

function limited(interval: number): number {
  return Math.max(MIN_INTERVAL_MS, Math.min(MAX_INTERVAL_MS, interval))
}
