import type { SentFrame } from '#protocol/worker/lab.ts'
import type { Weighted } from '#lib/percentile.ts'

/** System time (ms) of a painted frame and the sequence number at the bottom of the list; null = none. */
export type PaintedFrame = readonly [at: number, seq: number | null]

interface FrameProbe {
  start(): void
  stop(): void
}

/**
 * Records every frame of the page. After each animation frame, a MessageChannel task, which runs after layout and paint,
 * reads the bottom of the chat list. The time does not include the composition of the frame, about one more vsync.
 *
 * The benches inject the source text of this function into a page, so it refers to nothing outside of itself.
 */
export function createFrameProbe(
  findList: () => Element | null,
  onFrame: (at: number, seq: number | null) => void,
): FrameProbe {
  /** Distances from the bottom of the list, CSS pixels: a row has padding and may be followed by a marker. */
  const distances = [6, 14, 22, 34, 48]
  const after = new MessageChannel()
  let isRunning = false
  const seqAt = (x: number, y: number) => {
    const row = document.elementFromPoint(x, y)?.closest('[data-seq]')
    return row ? Number(row.getAttribute('data-seq')) : null
  }
  const tick = () => {
    if (!isRunning) return
    after.port2.postMessage(null)
    requestAnimationFrame(tick)
  }
  after.port1.onmessage = () => {
    const list = findList()
    if (!isRunning || !list) return
    const box = list.getBoundingClientRect()
    let seq: number | null = null
    for (const distance of distances) {
      seq = seqAt(box.left + 40, box.bottom - distance)
      if (seq !== null) break
    }
    onFrame(performance.timeOrigin + performance.now(), seq)
  }
  return {
    start() {
      if (isRunning) return
      isRunning = true
      requestAnimationFrame(tick)
    },
    stop() {
      isRunning = false
    },
  }
}

/**
 * Measures the time from the delivery of a message to the first painted frame whose lowest visible row is this message or
 * a newer one. All messages of a room frame share its time.
 */
export class LatencyMeter {
  readonly #measured: Weighted[] = []
  readonly #sent: SentFrame[] = []
  #painted: PaintedFrame[] = []

  painted(at: number, seq: number | null): void {
    this.#painted.push([at, seq])
  }

  sent(frames: readonly SentFrame[]): void {
    this.#sent.push(...frames)
    this.#match()
  }

  /** Measured times in milliseconds, weighted by the number of messages. */
  get measured(): readonly Weighted[] {
    this.#match()
    return this.#measured
  }

  /** Messages that no frame has shown yet. */
  get pending(): readonly SentFrame[] {
    this.#match()
    return this.#sent
  }

  #match(): void {
    let sent = 0
    let painted = 0
    for (; painted < this.#painted.length; painted += 1) {
      const [at, seq] = this.#painted[painted] ?? [0, null]
      const isShown = ({ lastSeq, sentAt }: SentFrame) => seq !== null && seq >= lastSeq && at >= sentAt
      for (let next = this.#sent[sent]; next !== undefined && isShown(next); next = this.#sent[sent]) {
        this.#measured.push({ value: at - next.sentAt, weight: next.entries })
        sent += 1
      }
      if (sent === this.#sent.length) break
    }
    this.#sent.splice(0, sent)
    // The frame at which this stopped may show messages whose delivery has not been reported yet.
    this.#painted = this.#painted.slice(painted)
  }
}
