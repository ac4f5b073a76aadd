import { describe, expect, it } from 'vitest'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import type { PumpPlatform } from '#state/feed/feed-pump.ts'
import { createFeedPump } from '#state/feed/feed-pump.ts'
import { batch, SNAPSHOT, textRow } from '#tests/ui/support/feed-fixtures.ts'

/** A page whose frames and timers the test controls. */
function fakePage() {
  let hidden = false
  let frames: (() => void)[] = []
  let timers: { task: () => void; delayMs: number }[] = []
  let listener = () => {}
  let press = () => {}
  let painted: (() => void)[] = []
  let clock = 0
  const log: string[] = []
  const platform: PumpPlatform = {
    requestFrame: (task) => frames.push(task),
    cancelFrame: () => (frames = []),
    setTimer: (task, delayMs) => {
      timers.push({ task, delayMs })
      return 0 as unknown as ReturnType<typeof setTimeout>
    },
    clearTimer: () => (timers = []),
    isHidden: () => hidden,
    onVisibility: (next) => {
      listener = next
      return () => (listener = () => {})
    },
    flush: (task) => {
      log.push('flush')
      task()
      log.push('flushed')
    },
    afterFrame: (task) => painted.push(task),
    onInput: (next) => {
      press = next
      return () => (press = () => {})
    },
    now: () => clock,
  }
  return {
    platform,
    log,
    frames: () => frames.length,
    timers: () => timers.map((timer) => timer.delayMs),
    /** Runs the next frame; a render takes `costMs`. */
    frame(costMs = 0) {
      clock += 16
      frames.splice(0).forEach((task) => task())
      if (painted.length > 0) clock += costMs
      painted.splice(0).forEach((task) => task())
    },
    press: () => press(),
    fire: () => timers.splice(0).forEach(({ task }) => task()),
    setHidden: (value: boolean) => {
      hidden = value
      listener()
    },
  }
}

function start() {
  const page = fakePage()
  const applied: FeedMessage[][] = []
  const credits: [number, number][] = []
  const pump = createFeedPump(
    (messages) => applied.push([...messages]),
    (lastSeq, batches) => {
      page.log.push('credit')
      credits.push([lastSeq, batches])
    },
    page.platform,
  )
  return { page, pump, applied, credits }
}

describe('the feed pump', () => {
  it('applies all queued messages once per frame and returns the credits after the render', () => {
    const { page, pump, applied, credits } = start()
    for (let seq = 1; seq <= 5; seq += 1) pump.push(batch([textRow(seq)]))
    expect(page.frames()).toBe(1)
    expect(applied).toEqual([])
    page.frame()
    expect(applied.map((messages) => messages.length)).toEqual([5])
    expect(credits).toEqual([[5, 5]])
    expect(page.log).toEqual(['flush', 'flushed', 'credit'])
    pump.push(batch([textRow(6)]))
    page.frame()
    expect(credits).toEqual([
      [5, 5],
      [6, 1],
    ])
  })

  it('returns no credit for a reset', () => {
    const { page, pump, credits } = start()
    pump.push({ type: 'reset', snapshot: SNAPSHOT })
    page.frame()
    expect(credits).toEqual([])
  })

  it('settled 18 drains every second while the page is hidden, and in the next frame when it is visible', () => {
    const { page, pump, applied } = start()
    page.setHidden(true)
    pump.push(batch([textRow(1)]))
    pump.push(batch([textRow(2)]))
    expect(page.frames()).toBe(0)
    expect(page.timers()).toEqual([1_000])
    page.fire()
    expect(applied.map((messages) => messages.length)).toEqual([2])
    pump.push(batch([textRow(3)]))
    page.setHidden(false)
    expect(page.timers()).toEqual([])
    page.frame()
    expect(applied).toHaveLength(2)
  })

  it('drains on the timer when the page is hidden before the frame', () => {
    const { page, pump, applied } = start()
    pump.push(batch([textRow(1)]))
    page.setHidden(true)
    expect(page.frames()).toBe(0)
    page.fire()
    expect(applied).toHaveLength(1)
  })

  it('does not render in the frame after a key', () => {
    const { page, pump, applied } = start()
    pump.push(batch([textRow(1)]))
    page.press()
    page.frame()
    expect(applied).toEqual([])
    pump.push(batch([textRow(2)]))
    page.frame()
    expect(applied.map((messages) => messages.length)).toEqual([2])
  })

  it('renders in fewer frames while they are expensive, and in every frame again when they are cheap', async () => {
    const { page, pump, applied } = start()
    let seq = 0
    /** The rendered frames of thirty, each with a new message. */
    const drawnAt = async (costMs: number) => {
      const before = applied.length
      for (let count = 0; count < 30; count += 1) {
        pump.push(batch([textRow((seq += 1))]))
        page.frame(costMs)
        await Promise.resolve()
      }
      return applied.length - before
    }
    expect(await drawnAt(2)).toBe(30)
    expect(await drawnAt(24)).toBeLessThan(20)
    await drawnAt(2)
    expect(await drawnAt(2)).toBe(30)
  })

  it('renders the first message between two cheap frames at once, and once per frame', async () => {
    const { page, pump, applied, credits } = start()
    let seq = 0
    const push = () => pump.push(batch([textRow((seq += 1))]))
    const frame = async () => {
      await Promise.resolve()
      page.frame(4)
    }
    for (let count = 0; count < 8; count += 1) {
      push()
      expect(applied).toHaveLength(count)
      await frame()
    }
    push()
    expect(applied).toHaveLength(9)
    expect(credits.at(-1)).toEqual([9, 1])
    push()
    push()
    expect(applied).toHaveLength(9)
    await frame()
    expect(applied.at(-1)).toHaveLength(2)
    // After a key, frames are left to the input.
    page.press()
    push()
    expect(applied).toHaveLength(10)
    await frame()
    await frame()
    expect(applied).toHaveLength(11)
  })

  it('does not render between frames while they are expensive', async () => {
    const { page, pump, applied } = start()
    for (let seq = 1; seq <= 40; seq += 1) {
      const before = applied.length
      pump.push(batch([textRow(seq)]))
      expect(applied).toHaveLength(before)
      await Promise.resolve()
      page.frame(24)
    }
  })

  it('does nothing after it was stopped', () => {
    const { page, pump, applied } = start()
    pump.push(batch([textRow(1)]))
    pump.stop()
    page.frame()
    expect(applied).toEqual([])
  })
})
