import type { IngestProblem, IngestStateView, PublishedFormat } from '../console/rooms.ts'

/** What a publisher is checked for, in the order of the list. */
export const PUBLISHER_CHECKS = ['connection', 'codec', 'keyFrames', 'sound', 'clock', 'bitrate'] as const
type PublisherCheck = (typeof PUBLISHER_CHECKS)[number]

/** What is wrong: a reason of a refusal, or something that viewers notice. */
export type PublisherFault =
  | IngestProblem
  | 'lost'
  | 'keyFrameLong'
  | 'keyFrameLate'
  | 'soundMissing'
  | 'soundOff'
  | 'soundCorrected'
  | 'drift'

export type CheckResult = { readonly check: PublisherCheck } & (
  | { readonly state: 'waiting' | 'good' }
  | { readonly state: 'bad'; readonly fault: PublisherFault }
)

/** Key frames should come every two seconds. Players wait for one, so longer distances delay the start. */
export const MAX_KEY_FRAME_MS = 2_500
/** A publisher whose last key frame is older has changed its distance. */
const MAX_KEY_FRAME_AGE_MS = 2 * MAX_KEY_FRAME_MS
/** Corrections and drifts that are normal: encoders interleave the tracks this coarsely. */
export const MAX_CORRECTION_MS = 600
export const MAX_DRIFT_MS = 300

/** The check to which a reason of a refusal belongs. */
const CHECK_OF: Readonly<Record<IngestProblem, PublisherCheck>> = {
  key: 'connection',
  busy: 'connection',
  tooLong: 'connection',
  hevc: 'codec',
  av1: 'codec',
  picture: 'codec',
  profile: 'codec',
  soundOnly: 'codec',
  keyFrames: 'keyFrames',
  opus: 'sound',
  mp3: 'sound',
  sound: 'sound',
  sampleRate: 'sound',
  offset: 'clock',
  clock: 'clock',
  bitrate: 'bitrate',
}

/** Undefined: nothing is known yet. Null: it is in order. */
type Finding = PublisherFault | null | undefined

function keyFrameFinding(keyFrameMs: number | null, ageMs: number | null): Finding {
  if (ageMs !== null && ageMs > MAX_KEY_FRAME_AGE_MS) return 'keyFrameLate'
  if (keyFrameMs === null) return undefined
  return keyFrameMs > MAX_KEY_FRAME_MS ? 'keyFrameLong' : null
}

function soundFinding(format: PublishedFormat | null): Finding {
  if (format === null) return undefined
  if (format.audio === '') return 'soundOff'
  return format.isSilent ? 'soundMissing' : null
}

function clockFinding(format: PublishedFormat | null): Finding {
  if (format === null || format.video === '') return undefined
  if (Math.abs(format.driftMs ?? 0) > MAX_DRIFT_MS) return 'drift'
  return Math.abs(format.soundCorrectionMs ?? 0) > MAX_CORRECTION_MS ? 'soundCorrected' : null
}

function bitrateFinding(kbps: number, maxKbps: number): Finding {
  if (kbps === 0) return undefined
  return kbps > maxKbps ? 'bitrate' : null
}

/** Findings of a publisher that is on air. */
function liveFindings(ingest: IngestStateView, maxKbps: number): Readonly<Record<PublisherCheck, Finding>> {
  const { format, keyFrameMs, kbps } = ingest
  return {
    connection: null,
    codec: format === null || format.video === '' ? undefined : null,
    keyFrames: keyFrameFinding(keyFrameMs, format?.keyFrameAgeMs ?? null),
    sound: soundFinding(format),
    clock: clockFinding(format),
    bitrate: bitrateFinding(kbps, maxKbps),
  }
}

/**
 * The list of checks for an anchor. `waiting` until a publisher is on air. Without one, the reason of the last refusal or
 * end marks its check.
 */
export function publisherChecks(ingest: IngestStateView, maxKbps: number): readonly CheckResult[] {
  const { state, problem } = ingest
  const live = state === 'live' ? liveFindings(ingest, maxKbps) : null
  return PUBLISHER_CHECKS.map((check): CheckResult => {
    const refused = problem !== null && CHECK_OF[problem] === check ? problem : undefined
    const lost = state === 'lost' && check === 'connection' ? 'lost' : undefined
    const finding = refused ?? (live ? live[check] : lost)
    if (finding === undefined) return { check, state: 'waiting' }
    return finding === null ? { check, state: 'good' } : { check, state: 'bad', fault: finding }
  })
}
