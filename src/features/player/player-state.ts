import { type AnchorNotice, anchorNotice } from '#protocol/rules/anchor.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'

/** State of the video by the anchor's status (S4.1-S4.4); only `live` opens the stream. */
export type Picture = AnchorNotice | 'live' | 'ended'

/** S4.2-S4.4: On0 and On2 close the stream, every other status opens it; a finished match has none. */
export function pictureOf(anchorStatus: unknown, isOver: boolean): Picture {
  return isOver ? 'ended' : (anchorNotice(anchorStatus) ?? 'live')
}

/** The public hook `data-video`. */
export type VideoState = 'loading' | 'playing' | 'stalled' | 'interrupted' | 'not-started' | 'ended' | 'error'

/** `volume` from 0 to 1. */
export interface SoundPreference {
  readonly volume: number
  readonly isMuted: boolean
}

/** Stored by the user of the player. */
export interface PlayerPreferences extends SoundPreference {
  readonly flvEngine: FlvEngine
  /** Height in pixels of the chosen quality; null chooses by size and network. */
  readonly quality: number | null
}

/**
 * Why there is no video. `unreachable`: half a minute of attempts. `damaged`: data without a picture. `unsupported`:
 * this browser plays none of the sources. `no-source`: there is none. `no-code`: the player's code could not be loaded.
 */
export type PlayerError = 'unreachable' | 'damaged' | 'unsupported' | 'no-source' | 'no-code'

/** State of the controls. */
export interface PlayerState {
  readonly video: VideoState
  readonly sourceId: string | null
  /** During an outage: its start (monotonic ms), and whether another source is tried. */
  readonly outage: { readonly since: number; readonly isSwitching: boolean } | null
  readonly error: PlayerError | null
  readonly isPaused: boolean
  readonly volume: number
  readonly isMuted: boolean
  /** Why it is muted against the viewer's choice. */
  readonly silencedBy: 'browser' | 'other-tab' | null
  /** A press is needed to play. */
  readonly needsStart: boolean
  readonly hasStill: boolean
  /** Heights of the qualities of the current source, smallest first; fewer than two are no choice. */
  readonly heights: readonly number[]
  /** Height of the chosen quality; null is automatic. */
  readonly quality: number | null
  readonly flvEngine: FlvEngine
}

export const DEFAULT_PREFERENCES: PlayerPreferences = { volume: 0.8, isMuted: false, flvEngine: 'auto', quality: null }

export const INITIAL_STATE: PlayerState = {
  video: 'loading',
  sourceId: null,
  outage: null,
  error: null,
  isPaused: false,
  volume: DEFAULT_PREFERENCES.volume,
  isMuted: DEFAULT_PREFERENCES.isMuted,
  silencedBy: null,
  needsStart: false,
  hasStill: false,
  heights: [],
  quality: DEFAULT_PREFERENCES.quality,
  flvEngine: DEFAULT_PREFERENCES.flvEngine,
}

export interface VideoInput {
  readonly picture: Picture
  readonly hasError: boolean
  readonly isShowing: boolean
  /** A frame was rendered since the video went live. */
  readonly hasShown: boolean
  /** The video should advance and does not. */
  readonly isStill: boolean
  readonly isPaused: boolean
  readonly needsStart: boolean
}

export interface PressState {
  readonly picture: Picture
  readonly hasError: boolean
  readonly hasShown: boolean
  readonly isPaused: boolean
  /** No source is open or being tried. */
  readonly isIdle: boolean
  /** The browser refuses playback, even muted, without a press. */
  readonly isRefused: boolean
}

/** Whether the video waits for a press only: a pause may outlast the stream. */
export function awaitsPress({ picture, hasError, hasShown, isPaused, isIdle, isRefused }: PressState): boolean {
  if (picture !== 'live' || hasError) return false
  return isRefused || (isPaused && isIdle && !hasShown)
}

/** The value of `data-video`. The anchor's status has priority over the media state (S4.2, S4.3). */
export function videoState(input: VideoInput): VideoState {
  if (input.picture !== 'live') return input.picture
  if (input.hasError) return 'error'
  if (!input.hasShown || input.needsStart) return 'loading'
  if (input.isPaused) return 'playing'
  return input.isShowing && !input.isStill ? 'playing' : 'stalled'
}

/** Whether two states render the same. */
export function isSameState(a: PlayerState, b: PlayerState): boolean {
  return (Object.keys(a) as (keyof PlayerState)[]).every((key) => Object.is(a[key], b[key]))
}
