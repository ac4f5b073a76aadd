import { box, fullBox, u32, u64 } from './boxes.ts'
import { AAC_FRAME_SAMPLES, type Clip } from '../clip.ts'
import { AUDIO_TRACK, VIDEO_TIMESCALE, VIDEO_TRACK } from './mp4-init.ts'
import type { LiveSample } from '../timeline.ts'

const BASE_IS_FRAGMENT = 0x020000
const SAMPLE_DURATION_PRESENT = 0x000008
const RUN_FIELDS = 0x000001 + 0x000200 + 0x000400 // Data offset, sample size, sample flags.
const KEY_SAMPLE = 0x02000000
const INTER_SAMPLE = 0x01010000

interface Track {
  readonly id: number
  readonly start: number
  readonly sampleDuration: number
  readonly samples: readonly LiveSample[]
}

function trackFragment(track: Track, dataOffset: number): Buffer {
  const table = track.samples.flatMap(({ sample }) => [sample.data.length, sample.isKey ? KEY_SAMPLE : INTER_SAMPLE])
  return box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_FRAGMENT + SAMPLE_DURATION_PRESENT, u32(track.id, track.sampleDuration)),
    fullBox('tfdt', 1, 0, u64(track.start)),
    fullBox('trun', 0, RUN_FIELDS, u32(track.samples.length, dataOffset, ...table)),
  )
}

function bytesOf(track: Track): number {
  return track.samples.reduce((sum, { sample }) => sum + sample.data.length, 0)
}

/**
 * One fragment (moof + mdat) of the samples. Decode times are wall-clock times in the track's timescale, so adjacent
 * fragments join without a gap. `sequence` is the fragment number.
 */
export function mp4Part(clip: Clip, samples: readonly LiveSample[], sequence: number): Buffer {
  const video = samples.filter(({ sample }) => sample.kind === 'video')
  const audio = samples.filter(({ sample }) => sample.kind === 'audio')
  const tracks: Track[] = [
    {
      id: VIDEO_TRACK,
      start: Math.round(((video[0]?.time ?? 0) * VIDEO_TIMESCALE) / 1000),
      sampleDuration: Math.round((clip.frameMs * VIDEO_TIMESCALE) / 1000),
      samples: video,
    },
    {
      id: AUDIO_TRACK,
      start: Math.round(((audio[0]?.time ?? 0) * clip.sampleRate) / 1000),
      sampleDuration: AAC_FRAME_SAMPLES,
      samples: audio,
    },
  ]
  const fragment = (headBytes: number): Buffer => {
    let offset = headBytes + 8
    const parts = tracks.map((track) => {
      const part = trackFragment(track, offset)
      offset += bytesOf(track)
      return part
    })
    return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...parts)
  }
  const headBytes = fragment(0).length
  const data = tracks.flatMap((track) => track.samples.map(({ sample }) => sample.data))
  return Buffer.concat([fragment(headBytes), box('mdat', ...data)])
}
