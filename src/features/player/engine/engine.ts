import type { EngineKind } from '#state/room/player-stats.ts'
import type { QualityWish } from '../quality.ts'

/** Requested engine; `hls` becomes the native player where hls.js is not supported. */
export type EngineChoice = Exclude<EngineKind, 'native'>

/**
 * Why a stream stopped. `network`: no or invalid response, connection lost. `media`: the data cannot be decoded.
 * `closed`: the source ended. `unsupported`: this browser cannot play this kind. `no-code`: the engine's code could not
 * be loaded although the network is available.
 */
export type EngineFailure = 'network' | 'media' | 'closed' | 'unsupported' | 'no-code'

interface EngineStats {
  /** Incoming bytes per second; null if unknown. */
  readonly bytesPerSecond: number | null
  /** Delay in seconds; null if unknown. The buffer is only a part of it. */
  readonly latencySeconds: number | null
}

interface EngineEvents {
  /** The engine has failed; the session decides how to continue. */
  readonly onFailure: (failure: EngineFailure, detail: string) => void
  /** The metadata has arrived, possibly without any frame. */
  readonly onMetadata: () => void
  /** Heights of the qualities among which the engine can change, smallest first. */
  readonly onHeights: (heights: readonly number[]) => void
  /** The engine has reset the video element to recover, which pauses it without an event. */
  readonly onSetBack: () => void
}

/** Interface between the player and the decoding libraries. An engine plays one URL at a time. */
export interface Engine {
  readonly kind: EngineKind
  /** True if the engine follows the live edge itself. */
  readonly chasesLive: boolean
  /** Loads the URL into the video element. */
  load(url: string): void
  stats(): EngineStats
  /** Changes the quality. Has no effect in engines that play one quality per URL. */
  setQuality(wish: QualityWish): void
  /** Stops all network traffic and releases the video element. Idempotent. */
  destroy(): void
}

export type CreateEngine = (video: HTMLVideoElement, events: EngineEvents) => Engine

/** Buffered seconds ahead of the current time, gaps included. */
export function bufferedAhead(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video
  return buffered.length === 0 ? 0 : Math.max(0, buffered.end(buffered.length - 1) - currentTime)
}
