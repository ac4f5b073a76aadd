import { join } from 'node:path'
import { readClip } from '../clip.ts'
import type { MediaCounters } from '../counters.ts'
import { FlvFanOut } from '../flv/flv-fan-out.ts'
import { HlsSource } from '../hls/hls-source.ts'
import { Streams } from '../streams.ts'

export const CLIP_FILE = 'demo.flv'

/** One clip and one clock, three ways to watch it, any number of stream names. */
export interface LiveSource {
  readonly streams: Streams
  readonly flv: FlvFanOut
  readonly hls: HlsSource
  readonly counters: MediaCounters
}

/**
 * Creates an endless live stream from `demo.flv` in `clipDirectory`. Media time is `now()` (epoch ms).
 *
 * @throws an error with one line that names the file if it is missing or unusable
 */
export function createLiveSource(options: {
  clipDirectory: string
  now: () => number
  onCut: (streamName: string) => void
}): LiveSource {
  const clip = readClip(join(options.clipDirectory, CLIP_FILE))
  const counters: MediaCounters = { viewers: 0, bytes: 0, cut: 0 }
  return {
    streams: new Streams(options.now),
    flv: new FlvFanOut(clip, options.now, counters, options.onCut),
    hls: new HlsSource(clip),
    counters,
  }
}
