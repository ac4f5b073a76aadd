import { startPlaying } from '../autoplay.ts'
import type { PlayerView } from '../player-view.ts'
import type { Sound } from '../sound.ts'

export interface StarterOptions {
  readonly video: HTMLVideoElement
  readonly view: PlayerView
  readonly sound: Sound
}

/** A requested video that is paused in this many checks is started again. */
const PAUSED_CHECKS = 2

/** Starts the video with sound if allowed, and again when it stopped against the viewer's choice. */
export class Starter {
  readonly #options: StarterOptions
  #pausedChecks = 0
  #isClosed = false

  constructor(options: StarterOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { video, view, sound } = this.#options
    const outcome = await startPlaying(video)
    if (this.#isClosed || outcome === 'interrupted') return
    view.draw({ isRefused: outcome === 'refused' })
    sound.began(outcome)
  }

  /** The video element is ready, which pauses it. */
  startIfWanted(): void {
    if (this.#options.view.sessionState.wantsPlay) void this.start()
  }

  /** Called after every watchdog check, because browsers also pause without an event. */
  onCheck(isPaused: boolean): void {
    const { wantsPlay, isRefused } = this.#options.view.sessionState
    this.#pausedChecks = isPaused && wantsPlay && !isRefused ? this.#pausedChecks + 1 : 0
    if (this.#pausedChecks < PAUSED_CHECKS) return
    this.#pausedChecks = 0
    void this.start()
  }

  close(): void {
    this.#isClosed = true
  }
}
