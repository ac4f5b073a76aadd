import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readClip } from '#server/media/clip.ts'
import { FeedSegments, segmentNumberAt } from '#server/media/live/feed-segments.ts'
import { CLIP_DIRECTORY } from './media-support.ts'

const STARTED_AT = 1_800_000_000_000
const FRAME_SAMPLES = 1024
const clip = readClip(join(CLIP_DIRECTORY, 'football-720.flv'))
const samplesAt = (milliseconds: number): number => Math.round((milliseconds * clip.sampleRate) / 1000)

/** Start times of audio samples: the start of the track plus the durations. */
function soundStarts(segment: Buffer): number[] {
  const track = segment.lastIndexOf('tfdt')
  const run = segment.lastIndexOf('trun')
  let at = Number(segment.readBigUInt64BE(track + 8))
  return Array.from({ length: segment.readUInt32BE(run + 8) }, (_, index) => {
    const start = at
    at += segment.readUInt32BE(run + 16 + index * 16)
    return start
  })
}

/** A segment of one second with audio at these times (ms). */
function segmentOf(times: readonly number[]): Buffer {
  const segments = new FeedSegments(clip, () => STARTED_AT)
  const picture = { delayMs: 0, isKey: true, data: Buffer.from('picture') }
  segments.addPicture({ ...picture, time: 0 })
  for (const time of times) segments.addSound(time, Buffer.from('sound'))
  segments.addPicture({ ...picture, time: 1_000 })
  return segments.file(`${segmentNumberAt(STARTED_AT)}.m4s`) ?? Buffer.alloc(0)
}

const frameMs = (FRAME_SAMPLES * 1000) / clip.sampleRate
const sounds = Array.from({ length: 46 }, (_, index) => Math.round(index * frameMs))

it('audio without a gap is continuous, with any rounding of timestamps', () => {
  expect(soundStarts(segmentOf(sounds))).toEqual(sounds.map((_, index) => index * FRAME_SAMPLES))
})

it('audio after a gap starts at the time of the publisher', () => {
  const heard = sounds.filter((time) => time < 200 || time > 700)
  const starts = soundStarts(segmentOf(heard))
  const first = heard.findIndex((time) => time > 700)
  expect(starts[first - 1]).toBe((first - 1) * FRAME_SAMPLES)
  expect(starts[first]).toBe(samplesAt(heard[first] ?? 0))
  expect(starts.at(-1)).toBe((starts[first] ?? 0) + (heard.length - 1 - first) * FRAME_SAMPLES)
})
