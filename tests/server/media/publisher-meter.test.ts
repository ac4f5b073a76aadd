import { expect, it } from 'vitest'
import { PublisherMeter } from '#server/media/ingest/publisher-meter.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'

const FRAME_MS = 40

function picture(time: number, isKey: boolean, bytes = 100): FeedTag {
  const body = Buffer.alloc(bytes)
  body[0] = isKey ? 0x17 : 0x27
  body[1] = 1
  return { kind: 'video', time, body }
}

/** Metadata with a frame rate of 25. */
function metadata(): FeedTag {
  const value = Buffer.alloc(8)
  value.writeDoubleBE(25)
  const body = Buffer.concat([Buffer.from('\0\u0009framerate\0', 'latin1'), value])
  return { kind: 'script', time: 0, body }
}

function meterAt(maxKbps: number) {
  let time = 1_000_000
  const meter = new PublisherMeter(maxKbps, () => time)
  return { meter, move: (ms: number) => void (time += ms) }
}

it('measures the distance of key frames and counts missing pictures', () => {
  const { meter } = meterAt(1_000)
  expect([meter.keyFrameMs, meter.droppedFrames]).toEqual([null, null])
  meter.take(metadata())
  for (let frame = 0; frame <= 50; frame += 1) {
    // Three pictures are missing.
    if (frame < 10 || frame > 12) meter.take(picture(frame * FRAME_MS, frame % 50 === 0))
  }
  expect([meter.keyFrameMs, meter.droppedFrames]).toEqual([2_000, 3])
})

it('counts a jump of the clock as a new timeline, not as missing pictures', () => {
  const { meter } = meterAt(1_000)
  meter.take(metadata())
  for (const time of [0, 40, 60_000, 60_040, 20]) meter.take(picture(time, false))
  expect(meter.droppedFrames).toBe(0)
})

it('reports the mean bit rate of the last ten seconds', () => {
  const { meter, move } = meterAt(1_000)
  for (let second = 0; second < 30; second += 1) {
    meter.take(picture(second * 1_000, true, 125_000))
    move(1_000)
  }
  expect(meter.kbps).toBeGreaterThanOrEqual(900)
  expect(meter.kbps).toBeLessThanOrEqual(1_000)
  move(20_000)
  expect(meter.kbps).toBe(0)
})

it.each([
  [1_000, 125_000, false],
  [1_000, 300_000, true],
])('with a limit of %i kbit/s and %i bytes per second, the limit is exceeded: %s', (maxKbps, bytes, isOver) => {
  const { meter, move } = meterAt(maxKbps)
  const outcomes: boolean[] = []
  for (let second = 0; second < 12; second += 1) {
    meter.take(picture(second * 1_000, true, bytes))
    outcomes.push(meter.isOverLimit)
    move(1_000)
  }
  expect(outcomes.at(-1)).toBe(isOver)
  // A burst at the start of a stream is permitted.
  expect(outcomes.slice(0, 9)).not.toContain(true)
})
