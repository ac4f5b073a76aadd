import type { EngineKind } from '#state/room/player-stats.ts'

/** What a connection asks for; `hls` becomes the browser's own player where hls.js cannot run. */
export type EngineChoice = Exclude<EngineKind, 'native'>

/**
 * Why a stream stopped. `network`: no or bad answer, connection lost. `media`: the data cannot be decoded. `closed`: the
 * source ended it in good order. `unsupported`: this browser cannot play this kind at all. `no-code`: there is a network, and
 * still the code of the engine did not come.
 */
export type EngineFailure = 'network' | 'media' | 'closed' | 'unsupported' | 'no-code'

/** One quality of a line; `null` is automatic. */
export interface EngineLevel {
  readonly id: number
  readonly height: number
  readonly bitsPerSecond: number
}

export interface EngineStats {
  /** Incoming bytes per second; null when the engine does not know. */
  readonly bytesPerSecond: number | null
  /** Seconds behind the source; null when the engine does not know: what lies buffered ahead is not all of it. */
  readonly latencySeconds: number | null
}

export interface EngineEvents {
  /** The engine has given up on its own: the session decides what comes next. */
  readonly onFailure: (failure: EngineFailure, detail: string) => void
  /** The source has said what its picture is made of, though it may have sent none of it yet. */
  readonly onMetadata: () => void
  readonly onLevels: (levels: readonly EngineLevel[]) => void
  /** It has set the video element back to cure it. The browser pauses it for that and tells nobody. */
  readonly onSetBack: () => void
}

/** The seam between the player and the libraries that decode a stream. One engine plays one address at a time. */
export interface Engine {
  readonly kind: EngineKind
  /** True when the engine keeps up with the live edge by itself and the watchdog must not. */
  readonly chasesLive: boolean
  /** Starts the address on the video element. */
  load(url: string): void
  stats(): EngineStats
  setLevel(id: number | null): void
  /** Stops all network traffic and lets go of the video element. Safe to call twice. */
  destroy(): void
}

export type CreateEngine = (video: HTMLVideoElement, events: EngineEvents) => Engine

/** Seconds of media that lie buffered ahead of the current moment, gaps included. */
export function bufferedAhead(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video
  return buffered.length === 0 ? 0 : Math.max(0, buffered.end(buffered.length - 1) - currentTime)
}
