import { ANCHOR_STATUS, readAnchorStatus } from '#protocol/rules/anchor-status.ts'
import type { EngineKind, EngineLevel } from './engine.ts'

/** What the anchor's status says of the picture (S4.1-S4.4); only `live` opens the stream. */
export type Picture = 'live' | 'not-started' | 'interrupted' | 'ended'

/** S4.2-S4.4: On0 and On2 keep the stream closed, every other status opens it; a match that is over has none. */
export function pictureOf(anchorStatus: unknown, isOver: boolean): Picture {
  if (isOver) return 'ended'
  const status = readAnchorStatus(anchorStatus)
  if (status === ANCHOR_STATUS.On0) return 'not-started'
  return status === ANCHOR_STATUS.On2 ? 'interrupted' : 'live'
}

/** The public hook `data-video`. */
export type VideoState = 'loading' | 'playing' | 'stalled' | 'interrupted' | 'not-started' | 'ended' | 'error'

/** Kept by whoever uses the player. `volume` from 0 to 1. */
export interface PlayerPreferences {
  readonly volume: number
  readonly isMuted: boolean
}

/** Everything the controls draw. */
export interface PlayerState {
  readonly video: VideoState
  readonly lineId: string | null
  /** While there is no picture: since when (steady ms), and whether another line is being tried. */
  readonly outage: { readonly since: number; readonly isSwitching: boolean } | null
  readonly error: 'unreachable' | 'unsupported' | 'no-line' | null
  readonly isPaused: boolean
  readonly volume: number
  readonly isMuted: boolean
  /** Why it is silent against the viewer's wish. */
  readonly silencedBy: 'browser' | 'other-tab' | null
  /** The browser wants a press before anything plays. */
  readonly needsStart: boolean
  readonly hasStill: boolean
  readonly levels: readonly EngineLevel[]
  readonly level: number | null
}

export const DEFAULT_PREFERENCES: PlayerPreferences = { volume: 0.8, isMuted: false }

export const INITIAL_STATE: PlayerState = {
  video: 'loading',
  lineId: null,
  outage: null,
  error: null,
  isPaused: false,
  volume: DEFAULT_PREFERENCES.volume,
  isMuted: DEFAULT_PREFERENCES.isMuted,
  silencedBy: null,
  needsStart: false,
  hasStill: false,
  levels: [],
  level: null,
}

export interface VideoFacts {
  readonly picture: Picture
  readonly hasError: boolean
  readonly isShowing: boolean
  /** A frame has been on the screen since the picture went live. */
  readonly hasShown: boolean
  /** The picture should move and does not. */
  readonly isStill: boolean
  readonly isPaused: boolean
  readonly needsStart: boolean
}

/** The value of `data-video`. The anchor's status goes before everything that the media do (S4.2, S4.3). */
export function videoState(facts: VideoFacts): VideoState {
  if (facts.picture !== 'live') return facts.picture
  if (facts.hasError) return 'error'
  if (!facts.hasShown || facts.needsStart) return 'loading'
  if (facts.isPaused) return 'playing'
  return facts.isShowing && !facts.isStill ? 'playing' : 'stalled'
}

/** Whether two states draw the same. */
export function isSameState(a: PlayerState, b: PlayerState): boolean {
  return (Object.keys(a) as (keyof PlayerState)[]).every((key) => Object.is(a[key], b[key]))
}

/** Figures of the running connection and of the whole visit. */
export interface PlayerStats {
  readonly engine: EngineKind | null
  readonly lineId: string | null
  /** From the start of the connection to its first frame on the screen; null until then. */
  readonly firstFrameMs: number | null
  /** Seconds behind the source, as the engine knows it. */
  readonly latencySeconds: number | null
  readonly bufferSeconds: number
  readonly bytesPerSecond: number | null
  readonly framesPerSecond: number
  readonly droppedFrames: number
  readonly playbackRate: number
  /** Since the player was opened. */
  readonly stalls: number
  readonly connections: number
  readonly jumps: number
}
