import type { StreamSource } from '#protocol/endpoints/live.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { Picture, PlayerPreferences, PlayerState } from './player-state.ts'
import { PlayerView } from './player-view.ts'
import { Sound } from './sound.ts'
import { Stream } from './stream.ts'
import { SEEK_MARGIN_S } from './watchdog.ts'

interface SessionOptions {
  readonly video: HTMLVideoElement
  readonly still: HTMLCanvasElement
  readonly preferences: PlayerPreferences
  readonly onPreferences: (preferences: PlayerPreferences) => void
  readonly onState: (state: PlayerState) => void
  readonly onStats: (stats: PlayerStats | null) => void
}

/**
 * The logic of a player without its rendering: follows the anchor's status, keeps a source playing, executes the
 * viewer's actions.
 */
export class PlayerSession {
  readonly #options: SessionOptions
  readonly #video: HTMLVideoElement
  readonly #view: PlayerView
  readonly #sound: Sound
  readonly #stream: Stream
  readonly #abort = new AbortController()

  constructor(options: SessionOptions) {
    const { video, still, preferences, onState, onStats } = options
    this.#options = options
    this.#video = video
    this.#view = new PlayerView(
      { status: () => this.#stream.status, sound: () => this.#sound.state },
      preferences,
      onState,
    )
    this.#sound = new Sound(video, preferences, (wish) => {
      if (wish) this.#prefer(wish)
      this.#updateAudience()
    })
    this.#stream = new Stream({ video, still, view: this.#view, sound: this.#sound, onStats })
    const onReturn = (): void => {
      if (!document.hidden) this.#stream.retryNow()
      if (!document.hidden && this.#view.sessionState.isPausedByHiding) this.play()
      this.#updateAudience()
    }
    const onPressed = (wantsPlay: boolean): void => {
      if (this.#stream.status.phase !== 'showing' || video.ended) return
      const { sessionState } = this.#view
      const isUnseen = document.hidden && !isInWindow(video)
      this.#want(wantsPlay, !wantsPlay && isUnseen && (sessionState.wantsPlay || sessionState.isPausedByHiding))
    }
    watchViewer(video, { onReturn, onWindow: () => this.#updateAudience(), onPressed }, this.#abort.signal)
    this.#view.draw()
  }

  /**
   * Applies the video state and the sources of the room. Unchanged values change nothing; unknown sources (null) are
   * ignored.
   */
  follow(picture: Picture, known: readonly StreamSource[] | null): void {
    this.#stream.follow(picture, known)
  }

  togglePlay(): void {
    const { wantsPlay, isRefused } = this.#view.sessionState
    if (wantsPlay && !isRefused) this.pause()
    else this.play()
  }

  play(): void {
    const wasPaused = !this.#view.sessionState.wantsPlay
    this.#want(true)
    this.#stream.start(wasPaused)
  }

  pause(): void {
    this.#view.draw({ wantsPlay: false, isPausedByHiding: false })
    this.#video.pause()
    this.#updateAudience()
  }

  toggleMute(): void {
    this.#sound.toggle()
  }

  /** From 0 to 1. */
  setVolume(volume: number): void {
    this.#sound.setVolume(volume)
  }

  selectSource(sourceId: string | null): void {
    this.#stream.choose(sourceId)
    this.retry()
  }

  switchSource(): void {
    this.selectSource(this.#stream.next())
  }

  /** Reconnects now. */
  retry(): void {
    this.#want(true)
    this.#stream.open()
  }

  /** Changes the FLV library; an open FLV source is reopened with it. */
  setFlvEngine(flvEngine: FlvEngine): void {
    this.#prefer({ flvEngine })
    this.#stream.setFlvEngine(flvEngine)
  }

  /** Changes the quality to this height; null is automatic. */
  setQuality(quality: number | null): void {
    this.#prefer({ quality })
    this.#stream.setQuality(quality)
  }

  /** Seeks to the newest position that can be played without a stall. */
  goLive(): void {
    const { buffered, currentTime } = this.#video
    const end = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1)
    this.#video.currentTime = Math.max(currentTime, end - SEEK_MARGIN_S)
    this.play()
  }

  destroy(): void {
    this.#abort.abort()
    this.#stream.close()
    this.#sound.close()
  }

  #prefer(change: Partial<PlayerPreferences>): void {
    const { volume, isMuted } = this.#sound.wish
    const { flvEngine } = this.#view.sessionState
    const { quality } = this.#view.state
    this.#options.onPreferences({ volume, isMuted, flvEngine, quality, ...change })
  }

  #want(wantsPlay: boolean, isPausedByHiding = false): void {
    this.#view.draw({ wantsPlay, isRefused: false, isPausedByHiding })
    this.#updateAudience()
  }

  /** Updates state and audience. */
  #updateAudience(): void {
    this.#view.draw()
    const { wantsPlay, isRefused } = this.#view.sessionState
    this.#stream.setAudience({
      isHidden: document.hidden,
      isMuted: this.#sound.state.isMuted,
      isPaused: !wantsPlay || isRefused,
      isPictureInPicture: isInWindow(this.#video),
    })
  }
}

interface ViewerEvents {
  /** The page became visible or hidden, or the network returned. */
  readonly onReturn: () => void
  /** Picture-in-picture was opened or closed. */
  readonly onWindow: () => void
  /**
   * Media keys and picture-in-picture pause and play the element directly. Browsers also pause hidden, silent video,
   * and resume it.
   */
  readonly onPressed: (wantsPlay: boolean) => void
}

/** Whether the video is in picture-in-picture. */
function isInWindow(video: HTMLVideoElement): boolean {
  return document.pictureInPictureElement === video
}

/**
 * Whether the element can be paused by a person. Browsers also pause it when its data cannot be decoded; an engine may
 * have reset it before the event.
 */
const isPausable = ({ error, readyState }: HTMLVideoElement): boolean =>
  error === null && readyState !== HTMLMediaElement.HAVE_NOTHING

/** Actions of viewer and browser besides the player's controls, until the signal aborts. */
function watchViewer(video: HTMLVideoElement, events: ViewerEvents, signal: AbortSignal): void {
  const { onReturn, onWindow, onPressed } = events
  document.addEventListener('visibilitychange', onReturn, { signal })
  window.addEventListener('online', onReturn, { signal })
  video.addEventListener('enterpictureinpicture', onWindow, { signal })
  video.addEventListener('leavepictureinpicture', onWindow, { signal })
  const onPause = (): void => {
    if (isPausable(video)) onPressed(false)
  }
  video.addEventListener('pause', onPause, { signal })
  video.addEventListener('play', () => onPressed(true), { signal })
}
