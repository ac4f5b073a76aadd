import type { Clip, ClipSample } from './clip.ts'

/** A sample on the endless timeline. `time` in milliseconds of the source's clock. */
export interface LiveSample {
  readonly sample: ClipSample
  readonly time: number
}

/** Index of the first sample at or after `time` within the clip. */
function firstFrom(samples: readonly ClipSample[], time: number): number {
  let low = 0
  let high = samples.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle]?.time ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** All samples of the looped clip with `from <= time < to`, in order. Media time is the wall clock. */
export function* samplesBetween(clip: Clip, from: number, to: number): Generator<LiveSample> {
  let loopStart = Math.floor(from / clip.durationMs) * clip.durationMs
  let index = firstFrom(clip.samples, from - loopStart)
  for (;;) {
    const sample = clip.samples[index]
    if (sample) {
      const time = loopStart + sample.time
      if (time >= to) return
      yield { sample, time }
      index += 1
    } else {
      loopStart += clip.durationMs
      index = 0
    }
  }
}
