import { describe, expect, it } from 'vitest'
import { FramePace, MAX_WAIT_MS } from '#state/feed/feed-pump.ts'

const FRAME_MS = 16

/** Simulates frames in which a batch always waits. Returns the times of the frames that were rendered. */
function renderedAt(pace: FramePace, { frames, costMs, keyEveryMs }: Frames): number[] {
  const rendered: number[] = []
  let now = 0
  let nextKey = keyEveryMs ?? Number.POSITIVE_INFINITY
  for (let frame = 0; frame < frames; frame += 1) {
    if (now >= nextKey) {
      pace.noteInput(now)
      nextKey += keyEveryMs ?? 0
    }
    if (pace.isDue(now)) {
      rendered.push(now)
      pace.noteRender(now)
      pace.noteCost(costMs(frame))
      now += costMs(frame)
    }
    now = Math.ceil((now + 1) / FRAME_MS) * FRAME_MS
  }
  return rendered
}

interface Frames {
  readonly frames: number
  readonly costMs: (frame: number) => number
  /** Interval of key presses, from the first one on. */
  readonly keyEveryMs?: number
}

/** The viewer counts as typing for this long after an input. */
const TYPING_MS = 600

/** A pace that knows that frames are cheap. */
function cheapPace(): FramePace {
  const pace = new FramePace()
  for (let sample = 0; sample < 8; sample += 1) pace.noteCost(5)
  return pace
}

const waitsOf = (rendered: readonly number[]) => rendered.slice(1).map((at, index) => at - (rendered[index] ?? 0))

describe('the frame pace', () => {
  it('renders in every frame while frames are cheap, also after one expensive frame', () => {
    const rendered = renderedAt(new FramePace(), { frames: 60, costMs: (frame) => (frame === 30 ? 15 : 8) })
    expect(rendered).toHaveLength(60)
  })

  it('renders in every available frame while the processor is busy, and afterwards', () => {
    const isBusy = (frame: number) => frame >= 30 && frame < 35
    const rendered = renderedAt(new FramePace(), { frames: 60, costMs: (frame) => (isBusy(frame) ? 40 : 8) })
    expect(rendered).toHaveLength(60)
  })

  it('uses at most a third of the time of a slow machine', () => {
    for (const costMs of [32, 36, 48]) {
      const rendered = renderedAt(new FramePace(), { frames: 400, costMs: () => costMs })
      const settled = waitsOf(rendered).slice(3)
      expect(Math.min(...settled)).toBeGreaterThanOrEqual(3 * costMs)
      expect(Math.max(...settled)).toBeLessThan(3 * costMs + 2 * FRAME_MS)
    }
  })

  it('waits longer the more a frame exceeds the budget, without a jump', () => {
    const perFrame = Array.from({ length: 22 }, (_, step) => 12 + step).map((costMs) => {
      const waits = waitsOf(renderedAt(new FramePace(), { frames: 400, costMs: () => costMs })).slice(3)
      return waits.reduce((sum, wait) => sum + wait, 0) / waits.length
    })
    expect(perFrame.slice(0, 3)).toEqual([FRAME_MS, FRAME_MS, FRAME_MS])
    expect(perFrame).toEqual(perFrame.toSorted((one, other) => one - other))
    for (const [at, wait] of perFrame.slice(1).entries()) {
      expect(wait - (perFrame[at] ?? 0)).toBeLessThanOrEqual(FRAME_MS + 1)
    }
  })

  it('delays no batch much longer than the maximum, on a slow machine and while typing', () => {
    for (const costMs of [5, 40, 100, 400]) {
      const rendered = renderedAt(new FramePace(), { frames: 400, costMs: () => costMs, keyEveryMs: FRAME_MS })
      expect(Math.max(...waitsOf(rendered))).toBeLessThan(costMs + MAX_WAIT_MS + 2 * FRAME_MS)
    }
  })

  it('renders on a slow machine right after the response to a key', () => {
    const rendered = renderedAt(new FramePace(), { frames: 800, costMs: () => 36, keyEveryMs: 128 }).slice(6)
    expect(rendered.length).toBeGreaterThan(50)
    expect(Math.max(...rendered.map((at) => at % 128))).toBeLessThanOrEqual(60)
  })

  it('does not render in the frame that handles a key', () => {
    const rendered = renderedAt(new FramePace(), { frames: 14, costMs: () => 4, keyEveryMs: 5 * FRAME_MS })
    expect(rendered).toHaveLength(12)
    expect(rendered).not.toContain(5 * FRAME_MS)
    expect(rendered).toContain(6 * FRAME_MS)
  })

  it('does not render at once while an input waits for its frame, for any time', () => {
    const pace = cheapPace()
    expect(pace.isDueAtOnce(0)).toBe(true)
    pace.noteInput(0)
    expect(pace.isDueAtOnce(TYPING_MS)).toBe(false)
    expect(pace.isDue(TYPING_MS)).toBe(false)
    expect(pace.isDueAtOnce(TYPING_MS)).toBe(true)
  })

  it('does not render at once while the viewer types', () => {
    const pace = cheapPace()
    pace.noteInput(0)
    pace.isDue(0)
    expect(pace.isDueAtOnce(TYPING_MS - 1)).toBe(false)
    expect(pace.isDueAtOnce(TYPING_MS)).toBe(true)
  })

  it('renders in the frame of an input after the longest wait, but not before', () => {
    const pace = cheapPace()
    pace.noteInput(0)
    expect(pace.isDue(0)).toBe(false)
    pace.noteInput(MAX_WAIT_MS - 1)
    expect(pace.isDue(MAX_WAIT_MS - 1)).toBe(false)
    pace.noteInput(MAX_WAIT_MS)
    expect(pace.isDue(MAX_WAIT_MS)).toBe(true)
  })

  it('has a smaller budget while the viewer types', () => {
    const pace = new FramePace()
    pace.noteCost(15)
    pace.noteRender(0)
    pace.noteInput(0)
    expect(pace.isDue(0)).toBe(false)
    pace.noteRender(TYPING_MS - 1)
    expect(pace.isDue(TYPING_MS - 1)).toBe(false)
    expect(pace.isSlow(TYPING_MS - 1)).toBe(true)
    expect(pace.isDue(TYPING_MS)).toBe(true)
    expect(pace.isSlow(TYPING_MS)).toBe(false)
  })

  it('does not render at once before the cost of a frame is known, or while frames are expensive', () => {
    const pace = new FramePace()
    for (let sample = 1; sample < 8; sample += 1) pace.noteCost(5)
    expect(pace.isDueAtOnce(0)).toBe(false)
    pace.noteCost(5)
    expect(pace.isDueAtOnce(0)).toBe(true)
    for (let sample = 0; sample < 8; sample += 1) pace.noteCost(17)
    expect(pace.isDueAtOnce(0)).toBe(false)
  })
})
