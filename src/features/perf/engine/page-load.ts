/** A sample that takes longer than this from another thread found the main thread busy, milliseconds. */
const LATE_MS = 1

/** The non-standard heap figures of Chromium. */
interface HeapFigures {
  readonly memory?: { readonly usedJSHeapSize: number }
}

/** What this browser can measure besides frames. */
interface Abilities {
  readonly hasLongTasks: boolean
  readonly hasHeap: boolean
}

export function browserAbilities(): Abilities {
  return {
    hasLongTasks: PerformanceObserver.supportedEntryTypes.includes('longtask'),
    hasHeap: (performance as HeapFigures).memory !== undefined,
  }
}

/** Size of the page's JavaScript heap in bytes; null if the browser does not report it. */
export function heapBytes(): number | null {
  return (performance as HeapFigures).memory?.usedJSHeapSize ?? null
}

/** Load of the main thread since it was created: long tasks and busy share. */
export class PageLoad {
  longTasks = 0
  /** Duration of all long tasks, milliseconds. */
  longTaskMs = 0
  #samples = 0
  #late = 0
  #recentSamples = 0
  #recentLate = 0
  #observer: PerformanceObserver | null = null

  constructor() {
    if (!browserAbilities().hasLongTasks) return
    this.#observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        this.longTasks += 1
        this.longTaskMs += duration
      }
    })
    this.#observer.observe({ entryTypes: ['longtask'] })
  }

  /** Share of the time in which the main thread was busy, 0 to 1, estimated from samples; null without any. */
  get busy(): number | null {
    return share(this.#late, this.#samples)
  }

  /** The busy share since the last call. */
  takeRecentBusy(): number | null {
    const busy = share(this.#recentLate, this.#recentSamples)
    this.#recentSamples = 0
    this.#recentLate = 0
    return busy
  }

  /** Adds the time that a message of another thread took to arrive. Samples of the warm-up are only recent ones. */
  sampled(delayMs: number, isWarm: boolean): void {
    const late = delayMs > LATE_MS ? 1 : 0
    this.#recentSamples += 1
    this.#recentLate += late
    if (!isWarm) return
    this.#samples += 1
    this.#late += late
  }

  stop(): void {
    this.#observer?.disconnect()
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000
}
