import { describe, expect, it } from 'vitest'
import { FramePace, MAX_WAIT_MS } from '#state/feed/frame-pace.ts'

const FRAME_MS = 16

/** Frames in which something always waits: when those were in which it was drawn. */
function drawnAt(pace: FramePace, { frames, costMs, keyEveryMs }: Frames): number[] {
  const drawn: number[] = []
  let now = 0
  let nextKey = keyEveryMs ?? Number.POSITIVE_INFINITY
  for (let frame = 0; frame < frames; frame += 1) {
    if (now >= nextKey) {
      pace.noteInput(now)
      nextKey += keyEveryMs ?? 0
    }
    if (pace.isDue(now)) {
      drawn.push(now)
      pace.noteRender(now)
      pace.noteCost(costMs(frame))
      now += costMs(frame)
    }
    now = Math.ceil((now + 1) / FRAME_MS) * FRAME_MS
  }
  return drawn
}

interface Frames {
  readonly frames: number
  readonly costMs: (frame: number) => number
  /** From the first such moment on. */
  readonly keyEveryMs?: number
}

const waitsOf = (drawn: readonly number[]) => drawn.slice(1).map((at, index) => at - (drawn[index] ?? 0))

describe('the frame pace', () => {
  it('renders in every frame while frames are cheap, also after one expensive frame', () => {
    const drawn = drawnAt(new FramePace(), { frames: 60, costMs: (frame) => (frame === 30 ? 15 : 8) })
    expect(drawn).toHaveLength(60)
  })

  it('renders in every available frame while the processor is busy, and afterwards', () => {
    const isAway = (frame: number) => frame >= 30 && frame < 35
    const drawn = drawnAt(new FramePace(), { frames: 60, costMs: (frame) => (isAway(frame) ? 40 : 8) })
    expect(drawn).toHaveLength(60)
  })

  it('uses at most a third of the time of a slow machine', () => {
    for (const costMs of [32, 36, 48]) {
      const drawn = drawnAt(new FramePace(), { frames: 400, costMs: () => costMs })
      const settled = waitsOf(drawn).slice(3)
      expect(Math.min(...settled)).toBeGreaterThanOrEqual(3 * costMs)
      expect(Math.max(...settled)).toBeLessThan(3 * costMs + 2 * FRAME_MS)
    }
  })

  it('waits longer the more a frame exceeds the budget, without a jump', () => {
    const perFrame = Array.from({ length: 22 }, (_, step) => 12 + step).map((costMs) => {
      const waits = waitsOf(drawnAt(new FramePace(), { frames: 400, costMs: () => costMs })).slice(3)
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
      const drawn = drawnAt(new FramePace(), { frames: 400, costMs: () => costMs, keyEveryMs: FRAME_MS })
      expect(Math.max(...waitsOf(drawn))).toBeLessThan(costMs + MAX_WAIT_MS + 2 * FRAME_MS)
    }
  })

  it('renders on a slow machine right after the response to a key', () => {
    const drawn = drawnAt(new FramePace(), { frames: 800, costMs: () => 36, keyEveryMs: 128 }).slice(6)
    expect(drawn.length).toBeGreaterThan(50)
    expect(Math.max(...drawn.map((at) => at % 128))).toBeLessThanOrEqual(60)
  })

  it('does not render in the frame that handles a key', () => {
    const drawn = drawnAt(new FramePace(), { frames: 14, costMs: () => 4, keyEveryMs: 5 * FRAME_MS })
    expect(drawn).toHaveLength(12)
    expect(drawn).not.toContain(5 * FRAME_MS)
    expect(drawn).toContain(6 * FRAME_MS)
  })
})
