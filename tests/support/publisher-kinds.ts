import type { IngestProblem } from '#protocol/console/rooms.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'

/** What is sent instead of a tag of the clip. */
export type Change = (tag: FeedTag) => readonly FeedTag[]

export const isConfig = ({ kind, body }: FeedTag): boolean => kind !== 'script' && body[1] === 0

const unchanged: Change = (tag) => [tag]
export const only =
  (isKept: (tag: FeedTag) => boolean): Change =>
  (tag) =>
    isKept(tag) ? [tag] : []
const timed =
  (kind: FeedTag['kind'], timeOf: (time: number) => number): Change =>
  (tag) => [tag.kind === kind ? { ...tag, time: Math.round(timeOf(tag.time)) } : tag]
const both =
  (timeOf: (time: number) => number): Change =>
  (tag) => [{ ...tag, time: Math.round(timeOf(tag.time)) }]
const stepBack = (from: number, by: number) => (time: number) => (time < from ? time : time - by)
const steady =
  (at: number): Change =>
  (tag) =>
    isConfig(tag) ? [tag] : [{ ...tag, time: tag.kind === 'audio' ? at : tag.time }]

/** H.264 in enhanced RTMP. */
const asEnhanced: Change = (tag) => {
  if (tag.kind !== 'video') return [tag]
  const frameType = (tag.body[0] ?? 0) >> 4
  const head = Buffer.from([0x80 | (frameType << 4) | (isConfig(tag) ? 0 : 1), ...Buffer.from('avc1')])
  return [{ ...tag, body: Buffer.concat([head, tag.body.subarray(isConfig(tag) ? 5 : 2)]) }]
}
export const withSecondTrack: Change = (tag) => {
  if (tag.kind !== 'audio' || isConfig(tag)) return [tag]
  const second = Buffer.concat([Buffer.from([0x95, 0x01, ...Buffer.from('mp4a'), 1]), tag.body.subarray(2)])
  return [tag, { ...tag, body: second }]
}
const soundAs =
  (...head: number[]): Change =>
  (tag) => [tag.kind === 'audio' ? { ...tag, body: Buffer.concat([Buffer.from(head), tag.body.subarray(2)]) } : tag]
const pictureAs =
  (...head: number[]): Change =>
  (tag) => [tag.kind === 'video' ? { ...tag, body: Buffer.concat([Buffer.from(head), tag.body.subarray(5)]) } : tag]

/** H.264 with this profile in its configuration. */
const withProfile =
  (profile: number): Change =>
  (tag) => {
    if (tag.kind !== 'video' || !isConfig(tag)) return [tag]
    const body = Buffer.from(tag.body)
    body.writeUInt8(profile, 6)
    return [{ ...tag, body }]
  }

/** `offsetMs`: sound against picture as seen by the viewer, compared with the clip. */
export type Outcome =
  | {
      readonly plays: true
      readonly offsetMs?: number
      readonly toleranceMs?: number
      readonly isSilent?: boolean
      readonly restarts?: boolean
    }
  | { readonly plays: false; readonly reason: IngestProblem }
const PLAYS: Outcome = { plays: true, offsetMs: 0 }

/** Each kind of stream with what a viewer sees. */
export const PUBLISHER_KINDS: readonly (readonly [name: string, change: Change, outcome: Outcome])[] = [
  ['the clip as it is', unchanged, PLAYS],
  ['a picture that is 1.5 s ahead', timed('video', (time) => time + 1_500), PLAYS],
  ['a sound that is 2 s ahead', timed('audio', (time) => time + 2_000), PLAYS],
  ['a picture that is 9 s ahead', timed('video', (time) => time + 9_000), PLAYS],
  ['a sound that is 5 s ahead', timed('audio', (time) => time + 5_000), PLAYS],
  ['a sound that is an hour ahead', timed('audio', (time) => time + 3_600_000), { plays: false, reason: 'offset' }],
  ['a sound whose time stands still', steady(1_000), { plays: true, offsetMs: 0, toleranceMs: 350 }],
  ['a picture whose time stands still', timed('video', () => 1_000), { plays: true, toleranceMs: 800, offsetMs: 0 }],
  [
    'a sound that starts after 3 s',
    only(({ kind, time }) => kind !== 'audio' || time > 3_000),
    { ...PLAYS, plays: true, restarts: true },
  ],
  [
    'a sound whose frames start 3 s after its configuration',
    only((tag) => tag.kind !== 'audio' || isConfig(tag) || tag.time > 3_000),
    PLAYS,
  ],
  [
    'a sound that ends after 4 s',
    only(({ kind, time }) => kind !== 'audio' || time < 4_000),
    { plays: true, offsetMs: 0, isSilent: true },
  ],
  ['a sound that pauses for 2 s', only(({ kind, time }) => kind !== 'audio' || time < 3_000 || time > 5_000), PLAYS],
  ['no sound', only(({ kind }) => kind !== 'audio'), { plays: true }],
  ['both clocks 0.9 s back', both(stepBack(4_000, 900)), { plays: true, offsetMs: 0, toleranceMs: 150 }],
  ['both clocks 0.3 s back', both(stepBack(4_000, 300)), { plays: true, offsetMs: 0, toleranceMs: 150 }],
  ['the picture 0.9 s back', timed('video', stepBack(4_000, 900)), { plays: true, offsetMs: 0, toleranceMs: 150 }],
  ['both clocks 5 s back', both((time) => (time < 4_000 ? time + 5_000 : time)), { plays: true, restarts: true }],
  [
    'a clock of the sound that is 10 % fast',
    timed('audio', (time) => time * 1.1),
    { plays: true, offsetMs: 0, toleranceMs: 400 },
  ],
  [
    'a clock of the sound that is 10 % slow',
    timed('audio', (time) => time * 0.9),
    { plays: true, offsetMs: 0, toleranceMs: 400 },
  ],
  ['times that wrap', both((time) => 2 ** 32 - 4_000 + time), { plays: true, restarts: true }],
  ['a second track of sound', withSecondTrack, PLAYS],
  ['H.264 as enhanced RTMP', asEnhanced, PLAYS],
  ['HEVC as enhanced RTMP', pictureAs(0x90, ...Buffer.from('hvc1')), { plays: false, reason: 'hevc' }],
  ['HEVC with its old number', pictureAs(0x1c, 0, 0, 0, 0), { plays: false, reason: 'hevc' }],
  ['AV1', pictureAs(0x90, ...Buffer.from('av01')), { plays: false, reason: 'av1' }],
  ['H.264 with 10 bits', withProfile(110), { plays: false, reason: 'profile' }],
  ['Opus', soundAs(0x90, ...Buffer.from('Opus')), { plays: false, reason: 'opus' }],
  ['MP3', soundAs(0x2f), { plays: false, reason: 'mp3' }],
]
