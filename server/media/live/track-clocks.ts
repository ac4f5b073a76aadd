/**
 * The clocks of a publisher. Picture and sound each have one; both are mapped to the timeline of the stream, which starts
 * at 0 with the first key frame. Both tracks share a connection, so tags that arrive one after the other belong together,
 * and their difference in time is the offset of the tracks. Pure; times in milliseconds (decision 205).
 */

/** A larger jump of the picture starts a new timeline, because players would wait for the gap. */
const LEAP_MS = 10_000
/** A larger step back of the picture starts a new timeline; a smaller one is removed. */
export const BACK_MS = 1_000
/** Offsets of the tracks up to this one are believed: encoders send one track this much later. */
export const BELIEVED_OFFSET_MS = 600
/** Larger offsets are corrected, up to this one. Tags beyond it are dropped. */
export const MAX_OFFSET_MS = 10_000
/** Sound that drifts from the picture by more than this is moved back, by a step per frame. */
const DRIFT_MS = 100
const DRIFT_STEP_MS = 5
/** Consecutive sounds beyond {@link MAX_OFFSET_MS} after which the publisher cannot be played: about two seconds. */
export const MAX_STRAYS = 100
/** Tags with the same time after which the clock counts as standing still. */
const STILL_TAGS = 10
/** Sounds until the normal offset of the tracks is known: about a second. */
const SETTLED_SOUNDS = 50
/** Sounds without a picture in between after which the picture has paused and says nothing about the sound. */
const PAUSED_SOUNDS = 25
const MAX_ARRIVAL_MS = 1_000
const SMOOTHING = 1 / 32
/** Silence replaces sound that is this late, up to `FILL_MARGIN_MS` before the picture. */
const FILL_AFTER_MS = 700
const FILL_MARGIN_MS = 100

interface TrackClock {
  /** Last time of the publisher's clock. */
  readonly raw: number
  /** The same on the timeline. */
  readonly out: number
  /** Difference of timeline and publisher's clock. */
  readonly offset: number
  /** Consecutive tags without progress. */
  readonly still: number
}

export interface PictureClock extends TrackClock {
  /** Distance of the last two pictures. */
  readonly stepMs: number
}

export interface SoundClock extends TrackClock {
  /** Smoothed lead of the sound over the picture. */
  readonly lead: number
  /** The normal lead of this publisher; null until it is known. */
  readonly normalLead: number | null
  readonly sounds: number
  readonly strays: number
}

export function startPicture(raw: number, stepMs: number): PictureClock {
  return { raw, out: 0, offset: -raw, still: 0, stepMs }
}

/** True if the picture continues on a new timeline. */
export function leaps({ raw }: PictureClock, time: number): boolean {
  return time > raw + LEAP_MS || time < raw - BACK_MS
}

/** The next picture. `sinceLastMs`: time since the arrival of the last one. Never runs backwards. */
export function nextPicture(clock: PictureClock, raw: number, sinceLastMs: number): PictureClock {
  if (raw > clock.raw) {
    return { ...clock, raw, out: raw + clock.offset, still: 0, stepMs: Math.min(MAX_ARRIVAL_MS, raw - clock.raw) }
  }
  const still = raw === clock.raw ? clock.still + 1 : 0
  // Some encoders send a picture in several tags of the same time.
  if (still > 0 && still < STILL_TAGS) return { ...clock, still }
  const stepMs = still > 0 ? Math.min(MAX_ARRIVAL_MS, Math.max(1, sinceLastMs)) : clock.stepMs
  const out = clock.out + Math.round(stepMs)
  return { ...clock, raw, out, offset: out - raw, still }
}

/** What the sound is compared with. */
interface PictureReference {
  readonly out: number
  readonly offset: number
  /** Sounds since the last picture. */
  readonly soundsSince: number
}

/** `drop`: it cannot be placed. `apart`: sound and picture are too far apart to be played. */
type SoundStep =
  | { readonly kind: 'play' | 'drop'; readonly clock: SoundClock }
  | { readonly kind: 'apart'; readonly clock: SoundClock; readonly offsetMs: number }

function startSound(raw: number, picture: PictureReference): SoundClock {
  return {
    raw: raw - 1,
    out: -1,
    offset: picture.offset,
    still: 0,
    lead: 0,
    normalLead: null,
    sounds: 0,
    strays: 0,
  }
}

/** Offset and lead after a comparison with the picture. */
function aligned(clock: SoundClock, lead: number): SoundClock {
  const isFirst = clock.sounds === 0
  const normal = clock.normalLead ?? (isFirst ? 0 : clock.lead)
  const error = lead - normal
  if (Math.abs(error) > BELIEVED_OFFSET_MS) return { ...clock, offset: clock.offset - error, lead: normal }
  const smooth = isFirst ? lead : clock.lead + (lead - clock.lead) * SMOOTHING
  if (clock.normalLead === null) {
    return { ...clock, lead: smooth, normalLead: clock.sounds >= SETTLED_SOUNDS ? smooth : null }
  }
  const drift = smooth - clock.normalLead
  const step = Math.abs(drift) > DRIFT_MS ? Math.sign(drift) * DRIFT_STEP_MS : 0
  return { ...clock, offset: clock.offset - step, lead: smooth - step }
}

/** The next sound; null before the first one. Its `out` is larger than that of all sounds that were played. */
export function nextSound(
  before: SoundClock | null,
  raw: number,
  picture: PictureReference,
  frameMs: number,
): SoundStep {
  const clock = before ?? startSound(raw, picture)
  const still = raw === clock.raw ? clock.still + 1 : 0
  const isBack = raw < clock.raw || still >= STILL_TAGS
  const due = still > 0 && !isBack ? clock.out + Math.round(frameMs) : raw + clock.offset
  const out = isBack ? clock.out + Math.round(frameMs) : due
  const lead = out - picture.out
  const moved: SoundClock = { ...clock, raw, still, offset: isBack ? out - raw : clock.offset }
  if (Math.abs(lead) > MAX_OFFSET_MS) {
    const strayed = { ...clock, strays: clock.strays + 1 }
    if (strayed.strays >= MAX_STRAYS) return { kind: 'apart', clock: strayed, offsetMs: lead }
    return { kind: 'drop', clock: strayed }
  }
  const isComparable = picture.soundsSince <= PAUSED_SOUNDS
  const next = isComparable ? aligned(moved, lead) : moved
  const placed = Math.round(out + next.offset - moved.offset)
  const counted = { ...next, sounds: clock.sounds + 1, strays: 0 }
  if (placed <= clock.out) return { kind: 'drop', clock: counted }
  return { kind: 'play', clock: { ...counted, out: placed } }
}

/** How far the publisher's clock of the sound is ahead of that of the picture, for tags that belong together. */
export function clockGap(sound: SoundClock, picture: PictureClock): number {
  return sound.lead - (sound.offset - picture.offset)
}

/**
 * Times of the silent frames that replace missing sound until the picture at `pictureOut`. `soundOut`: the last sound;
 * `isFilling`: it was silence already.
 */
export function silenceDue(
  soundOut: number,
  pictureOut: number,
  { frameMs, normalLead, isFilling }: { frameMs: number; normalLead: number; isFilling: boolean },
): number[] {
  const until = pictureOut + Math.min(0, normalLead) - FILL_MARGIN_MS
  if (until - soundOut < (isFilling ? frameMs : FILL_AFTER_MS - FILL_MARGIN_MS)) return []
  const count = Math.floor((until - soundOut) / frameMs)
  return Array.from({ length: count }, (_, index) => Math.round(soundOut + (index + 1) * frameMs))
}
