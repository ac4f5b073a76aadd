/** What can be known of the first frame without being told of it. `played`: seconds of the source, without what was skipped. */
export interface FrameFacts {
  /** Frames that are drawn are told of: not in a hidden tab, and not by every browser. */
  readonly isTold: boolean
  readonly played: number
  /** Pixels; 0 while the source has no picture. */
  readonly width: number
}

/** Whether a frame has been shown of which nobody tells. Pure. */
export function isShownUntold({ isTold, played, width }: FrameFacts): boolean {
  return !isTold && played > 0 && width > 0
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

  /** To be called now and then. */
  look(): void {
    const isTold = this.#request !== null && !document.hidden
    const facts = { isTold, played: playedSeconds(this.#video), width: this.#video.videoWidth }
    if (this.#isAwaited && isShownUntold(facts)) this.#tell()
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
