import type { Clip, Qualities } from '../clip.ts'
import {
  completeParts,
  firstSegment,
  growingSegment,
  longestPartMs,
  partSpan,
  PARTS_PER_SEGMENT,
  PLAYLIST_SEGMENTS,
  SEGMENT_MS,
} from './hls-timing.ts'

/** Older segments are listed without parts, because nobody at the live edge needs them. */
const SEGMENTS_WITH_PARTS = 3

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** RFC 8216bis: at least three part targets behind the live edge. */
function serverControl(clip: Clip): string {
  const target = longestPartMs(clip)
  const control = `CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${seconds(target * 3)},HOLD-BACK=${seconds(SEGMENT_MS * 3)}`
  return `#EXT-X-SERVER-CONTROL:${control}\n#EXT-X-PART-INF:PART-TARGET=${seconds(target)}`
}

/** Lines of the parts `0..count - 1` of a segment. */
function partLines(clip: Clip, segment: number, count: number, suffix: string): string[] {
  return Array.from({ length: count }, (_, part) => {
    const { from, to } = partSpan(clip, segment, part)
    const independent = part % 2 === 0 ? ',INDEPENDENT=YES' : ''
    return `#EXT-X-PART:DURATION=${seconds(to - from)},URI="${segment}.${part}.m4s${suffix}"${independent}`
  })
}

/**
 * The LL-HLS media playlist at `now` of a stream that publishes since `since` (ms). `suffix` is appended to each URL
 * (`''` or `?key=value`). Null while no part is complete.
 */
export function hlsPlaylist(clip: Clip, now: number, since: number, suffix: string): string | null {
  const growing = growingSegment(now)
  const first = Math.max(firstSegment(since), growing - PLAYLIST_SEGMENTS)
  const grown = completeParts(clip, growing, now)
  if (first > growing || (first === growing && grown === 0)) return null
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${SEGMENT_MS / 1000}`,
    serverControl(clip),
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-MAP:URI="init.mp4${suffix}"`,
  ]
  for (let segment = first; segment < growing; segment += 1) {
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment * SEGMENT_MS).toISOString()}`)
    if (segment >= growing - SEGMENTS_WITH_PARTS) lines.push(...partLines(clip, segment, PARTS_PER_SEGMENT, suffix))
    lines.push(`#EXTINF:${seconds(SEGMENT_MS)},`, `${segment}.m4s${suffix}`)
  }
  if (grown > 0) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(growing * SEGMENT_MS).toISOString()}`)
  lines.push(...partLines(clip, growing, grown, suffix))
  lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${growing}.${grown}.m4s${suffix}"`)
  return `${lines.join('\n')}\n`
}

/** Average and peak bit rate; the peak is that of a segment. */
function bitRates({ samples, durationMs }: Clip): { average: number; peak: number } {
  const bytes = Array.from({ length: Math.ceil(durationMs / SEGMENT_MS) }, () => 0)
  for (const { time, data } of samples) {
    const segment = Math.floor(time / SEGMENT_MS)
    bytes[segment] = (bytes[segment] ?? 0) + data.length
  }
  const total = bytes.reduce((sum, count) => sum + count, 0)
  const rate = (count: number, ms: number): number => Math.ceil((count * 8 * 1000) / ms)
  return { average: rate(total, durationMs), peak: rate(Math.max(...bytes), SEGMENT_MS) }
}

/** RFC 6381: H.264 profile, constraints and level of the configuration, and AAC-LC. */
function codecs({ videoConfig, audioConfig }: Clip): string {
  const video = `avc1.${videoConfig.toString('hex', 1, 4)}`
  return audioConfig ? `${video},mp4a.40.2` : video
}

/** The master playlist of a clip, the smallest quality first. `suffix` is appended to each URL. */
export function masterPlaylist(qualities: Qualities, suffix: string): string {
  const lines = qualities.flatMap((clip) => {
    const { average, peak } = bitRates(clip)
    const rates = `BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average}`
    const picture = `RESOLUTION=${clip.width}x${clip.height},FRAME-RATE=${seconds(1_000_000 / clip.frameMs)}`
    return [`#EXT-X-STREAM-INF:${rates},CODECS="${codecs(clip)}",${picture}`, `${clip.height}/index.m3u8${suffix}`]
  })
  return `${['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`
}
