/**
 * State for detecting the first frame without a callback. `played`: played seconds of the source, without skipped ones.
 */
interface FrameState {
  readonly isHidden: boolean
  /** Frames are reported: not in a hidden tab, and not by every browser. */
  readonly isReported: boolean
  readonly played: number
  /** Pixels; 0 before the source has a picture. */
  readonly width: number
}

/** Playback with sound only for this long (seconds) means that there is no picture. */
export const SOUND_ALONE_LIMIT_S = 5

/**
 * `shown`: a frame was rendered without a report. `none`: sound without a displayable picture, except in a hidden tab.
 * Pure.
 */
export function detectFrame({ isHidden, isReported, played, width }: FrameState): 'wait' | 'shown' | 'none' {
  if (width > 0) return !isReported && played > 0 ? 'shown' : 'wait'
  return !isHidden && played > SOUND_ALONE_LIMIT_S ? 'none' : 'wait'
}

/** Played seconds of the current source. */
export function playedSeconds({ played }: Pick<HTMLVideoElement, 'played'>): number {
  const lengths = Array.from({ length: played.length }, (_, index) => played.end(index) - played.start(index))
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** Waits for the first frame of a video element and reports it once. */
export class FirstFrame {
  readonly #video: HTMLVideoElement
  readonly #onFrame: () => void
  #request: number | null = null
  #isAwaited = true

  constructor(video: HTMLVideoElement, onFrame: () => void) {
    this.#video = video
    this.#onFrame = onFrame
    const hasCallback = typeof Reflect.get(video, 'requestVideoFrameCallback') === 'function' // not supported by Firefox before 132
    if (hasCallback) this.#request = video.requestVideoFrameCallback(() => this.#report())
  }

  /** Called periodically; returns false if no frame will come. */
  check(): boolean {
    if (!this.#isAwaited) return true
    const isHidden = document.hidden
    const isReported = this.#request !== null && !isHidden
    const played = playedSeconds(this.#video)
    const found = detectFrame({ isHidden, isReported, played, width: this.#video.videoWidth })
    if (found === 'shown') this.#report()
    return found !== 'none'
  }

  /** Stops waiting. Idempotent. */
  stop(): void {
    this.#isAwaited = false
    if (this.#request !== null) this.#video.cancelVideoFrameCallback(this.#request)
  }

  #report(): void {
    this.stop()
    this.#onFrame()
  }
}
