import { atom } from 'jotai/vanilla'
import type { StreamSource } from '#protocol/endpoints/live.ts'

/** The library that plays a stream: flv.js, mpegts.js, hls.js, or the browser's own player. */
export type EngineKind = 'flv' | 'mpegts' | 'hls' | 'native'

/** Statistics of the current video connection and of the whole visit. */
export interface PlayerStats {
  readonly engine: EngineKind | null
  readonly sourceId: string | null
  /** From the start of the connection to its first frame on the screen; null until then. */
  readonly firstFrameMs: number | null
  /** Seconds behind the source if the engine knows it; otherwise the buffered seconds. */
  readonly latencySeconds: number
  /** Whether the engine knows the latency: hls.js does, FLV and the browser's own player do not. */
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

/** The picture of a room in a small window after the viewer has left the room. */
export interface MiniRoom {
  readonly path: string
  readonly title: string
  /** Name of the anchor and path of a portrait, for the system's media controls. */
  readonly artist: string
  readonly artwork: string
  readonly sources: readonly StreamSource[]
}

/** The room in the small window; null without one. */
export const miniRoomAtom = atom<MiniRoom | null>(null)

/** Whether the player of a room plays. */
export const isRoomPlayingAtom = atom(false)

/** Width / height of the picture of a room; null until it is known. */
export const pictureRatioAtom = atom<number | null>(null)

/** Statistics of the player of this page; null without a player or a connection. */
export const playerStatsAtom = atom<PlayerStats | null>(null)
