import { describe, expect, it } from 'vitest'
import type { FeedMessage } from '#protocol/worker-api.ts'
import type { PumpPlatform } from '#state/feed-pump.ts'
import { createFeedPump } from '#state/feed-pump.ts'
import { batch, SNAPSHOT, textRow } from './support/feed-fixtures.ts'

/** A page whose frames and timers happen when the test says so. */
function fakePage() {
  let hidden = false
  let frames: (() => void)[] = []
  let timers: { task: () => void; delayMs: number }[] = []
  let listener = () => {}
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
  }
  return {
    platform,
    log,
    frames: () => frames.length,
    timers: () => timers.map((timer) => timer.delayMs),
    frame: () => frames.splice(0).forEach((task) => task()),
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
  it('applies everything that is queued once per frame, and gives credits back after the render', () => {
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

  it('gives no credit for a reset, which took none', () => {
    const { page, pump, credits } = start()
    pump.push({ type: 'reset', snapshot: SNAPSHOT })
    page.frame()
    expect(credits).toEqual([])
  })

  it('settled 18 drains on a one-second timer while the page is hidden, and with the next frame when it is back', () => {
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

  it('moves what waits for a frame to the timer when the page is hidden meanwhile', () => {
    const { page, pump, applied } = start()
    pump.push(batch([textRow(1)]))
    page.setHidden(true)
    expect(page.frames()).toBe(0)
    page.fire()
    expect(applied).toHaveLength(1)
  })

  it('does nothing more after it was stopped', () => {
    const { page, pump, applied } = start()
    pump.push(batch([textRow(1)]))
    pump.stop()
    page.frame()
    expect(applied).toEqual([])
  })
})
