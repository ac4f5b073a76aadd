import { networkHints } from '#lib/browser/network-hints.ts'
import {
  afterStall,
  automaticHeight,
  limitAt,
  nextHeight,
  NO_STALLS,
  offeredHeight,
  type QualityConditions,
} from '#protocol/rules/video-quality.ts'

/** The quality for an engine. A fixed one is shown exactly; otherwise `height` is the largest permitted one. */
export interface QualityWish {
  readonly height: number
  readonly isFixed: boolean
}

/** Size and network must have settled for this long before the quality follows them. */
const SETTLE_MS = 1_000

/**
 * Chooses the quality of a player: that of the viewer, or by the size of the picture, the network and stalls. Lives as
 * long as the player, so that reconnections keep the choice.
 */
export class QualityChoice {
  /** Chosen by the viewer; null is automatic. */
  wanted: number | null = null
  readonly #video: HTMLVideoElement
  #stalls = NO_STALLS

  constructor(video: HTMLVideoElement) {
    this.#video = video
  }

  /** The quality of a connection; `current` is that of an open one. `heights` is not empty. */
  wish(heights: readonly number[], current: number | null = null): QualityWish {
    if (this.wanted !== null) return { height: offeredHeight(heights, this.wanted), isFixed: true }
    const conditions = this.#conditions()
    const height = current === null ? automaticHeight(heights, conditions) : nextHeight(heights, current, conditions)
    return { height, isFixed: false }
  }

  /** Records a stall at a quality. */
  stalled(heights: readonly number[], height: number): void {
    this.#stalls = afterStall(this.#stalls, heights, height, performance.now())
  }

  /** True once after the limit of earlier stalls has ended. */
  hasRecovered(): boolean {
    const before = this.#stalls
    this.#stalls = limitAt(before, performance.now())
    return before !== this.#stalls
  }

  /** Calls `onChange` when the picture has another size or the network has changed, until the signal aborts. */
  watch(onChange: () => void, signal: AbortSignal): void {
    let timer = 0
    const later = (): void => {
      window.clearTimeout(timer)
      timer = window.setTimeout(onChange, SETTLE_MS)
    }
    const size = new ResizeObserver(later)
    size.observe(this.#video)
    networkHints()?.addEventListener('change', later, { signal })
    signal.addEventListener('abort', () => {
      size.disconnect()
      window.clearTimeout(timer)
    })
  }

  #conditions(): QualityConditions {
    const { clientWidth, clientHeight } = this.#video
    const height = Math.min(clientHeight, (clientWidth * 9) / 16)
    const hints = networkHints()
    return {
      shownHeight: height > 0 ? height * window.devicePixelRatio : null,
      savesData: hints?.saveData ?? false,
      effectiveType: hints?.effectiveType ?? null,
      downlink: hints?.downlink ?? null,
      maxHeight: limitAt(this.#stalls, performance.now()).maxHeight,
    }
  }
}
