/** What can be known of the first frame without being told of it. `played`: seconds of the source, without what was skipped. */
export interface FrameFacts {
  readonly isHidden: boolean
  /** Frames that are drawn are told of: not in a hidden tab, and not by every browser. */
  readonly isTold: boolean
  readonly played: number
  /** Pixels; 0 while the source has no picture. */
  readonly width: number
}

/** Sound that plays for this long (seconds) without a picture has none. */
export const SOUND_ALONE_LIMIT_S = 5

/**
 * `shown`: a frame, of which nobody tells. `none`: there is sound and no picture that this browser can show; in a hidden tab
 * nobody misses it. Pure.
 */
export function judgeFrame({ isHidden, isTold, played, width }: FrameFacts): 'wait' | 'shown' | 'none' {
  if (width > 0) return !isTold && played > 0 ? 'shown' : 'wait'
  return !isHidden && played > SOUND_ALONE_LIMIT_S ? 'none' : 'wait'
}

/** Seconds of the present source that were played. */
export function playedSeconds({ played }: Pick<HTMLVideoElement, 'played'>): number {
  const lengths = Array.from({ length: played.length }, (_, index) => played.end(index) - played.start(index))
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** Waits for the first frame of what a video element shows from now on, and tells of it once. */
export class FirstFrame {
  readonly #video: HTMLVideoElement
  readonly #onFrame: () => void
  #request: number | null = null
  #isAwaited = true

  constructor(video: HTMLVideoElement, onFrame: () => void) {
    this.#video = video
    this.#onFrame = onFrame
    const hasCallback = typeof Reflect.get(video, 'requestVideoFrameCallback') === 'function' // Firefox before 132 has none
    if (hasCallback) this.#request = video.requestVideoFrameCallback(() => this.#tell())
  }

  /** To be called now and then; false when no frame will come. */
  look(): boolean {
    if (!this.#isAwaited) return true
    const isHidden = document.hidden
    const isTold = this.#request !== null && !isHidden
    const played = playedSeconds(this.#video)
    const found = judgeFrame({ isHidden, isTold, played, width: this.#video.videoWidth })
    if (found === 'shown') this.#tell()
    return found !== 'none'
  }

  /** Stops waiting. Safe to call twice. */
  stop(): void {
    this.#isAwaited = false
    if (this.#request !== null) this.#video.cancelVideoFrameCallback(this.#request)
  }

  #tell(): void {
    this.stop()
    this.#onFrame()
  }
}
