import { atom } from 'jotai/vanilla'

/** What decodes a stream: flv.js, mpegts.js, hls.js, or the browser by itself. */
export type EngineKind = 'flv' | 'mpegts' | 'hls' | 'native'

/** Figures of the running video connection and of the whole visit. */
export interface PlayerStats {
  readonly engine: EngineKind | null
  readonly lineId: string | null
  /** From the start of the connection to its first frame on the screen; null until then. */
  readonly firstFrameMs: number | null
  /** Seconds behind the source as the engine knows it, else behind the newest that has come, which is the buffer. */
  readonly latencySeconds: number
  /** Whether the engine knows it: hls.js does, FLV and the browser's own player do not. */
  readonly isLatencyKnown: boolean
  /** Seconds of media ahead of the current moment. */
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

/** What the player of this page last said; null while there is none, or it has no connection. */
export const playerStatsAtom = atom<PlayerStats | null>(null)
