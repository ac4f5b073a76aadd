import { bufferedAhead } from './engine/engine.ts'
import type { SourceSupervisor } from './source/source-supervisor.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'

/** Minimum time for a rate, because the first group of frames is decoded at once. */
const SHORTEST_COUNT_S = 0.5

/** Counters of a visit and current statistics. */
export class Figures {
  #firstFrameMs: number | null = null
  #stalls = 0
  #connections = 0
  #jumps = 0
  #before = { at: 0, frames: 0 }

  connected(): void {
    this.#connections += 1
    this.#firstFrameMs = null
    this.#before = { at: performance.now(), frames: 0 }
  }

  firstFrame(milliseconds: number): void {
    this.#firstFrameMs = milliseconds
  }

  onCheck(result: { hasStalled: boolean; hasJumped: boolean }): void {
    if (result.hasStalled) this.#stalls += 1
    if (result.hasJumped) this.#jumps += 1
  }

  read(video: HTMLVideoElement, sources: SourceSupervisor): PlayerStats {
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
    const at = performance.now()
    const seconds = (at - this.#before.at) / 1000
    const framesPerSecond = Math.max(0, totalVideoFrames - this.#before.frames) / Math.max(seconds, SHORTEST_COUNT_S)
    this.#before = { at, frames: totalVideoFrames }
    const engine = sources.connection?.engine
    const { bytesPerSecond, latencySeconds } = engine?.stats() ?? { bytesPerSecond: null, latencySeconds: null }
    const bufferSeconds = bufferedAhead(video)
    return {
      engine: engine?.kind ?? null,
      sourceId: sources.sourceId,
      firstFrameMs: this.#firstFrameMs,
      latencySeconds: latencySeconds ?? bufferSeconds,
      isLatencyKnown: latencySeconds !== null,
      bufferSeconds,
      bytesPerSecond,
      framesPerSecond,
      droppedFrames: droppedVideoFrames,
      playbackRate: video.playbackRate,
      stalls: this.#stalls,
      connections: this.#connections,
      jumps: this.#jumps,
    }
  }
}
