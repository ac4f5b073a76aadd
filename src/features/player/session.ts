import type { StreamSource } from '#protocol/endpoints/live.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { Picture, PlayerPreferences, PlayerState } from './player-state.ts'
import { PlayerView } from './player-view.ts'
import { Sound } from './sound.ts'
import { Stream } from './stream.ts'
import { SEEK_MARGIN_S } from './watchdog.ts'

export interface SessionOptions {
  readonly video: HTMLVideoElement
  readonly still: HTMLCanvasElement
  readonly preferences: PlayerPreferences
  readonly onPreferences: (preferences: PlayerPreferences) => void
  readonly onState: (state: PlayerState) => void
  readonly onStats: (stats: PlayerStats | null) => void
}

/** Everything a player does, without its looks: follows the anchor's status, keeps a line playing, obeys the viewer. */
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
      preferences.flvEngine,
      onState,
    )
    this.#sound = new Sound(video, preferences, (wish) => {
      if (wish) options.onPreferences({ ...wish, flvEngine: this.#view.facts.flvEngine })
      this.#look()
    })
    this.#stream = new Stream({ video, still, view: this.#view, sound: this.#sound, onStats })
    const onReturn = (): void => {
      if (!document.hidden) this.#stream.retryNow()
      if (!document.hidden && this.#view.facts.isPausedByHiding) this.play()
      this.#look()
    }
    const onPressed = (wantsPlay: boolean): void => {
      if (this.#stream.status.phase !== 'showing' || video.ended) return
      const { facts } = this.#view
      const isUnseen = document.hidden && !isInWindow(video)
      this.#want(wantsPlay, !wantsPlay && isUnseen && (facts.wantsPlay || facts.isPausedByHiding))
    }
    watchViewer(video, { onReturn, onWindow: () => this.#look(), onPressed }, this.#abort.signal)
    this.#view.draw()
  }

  /**
   * What the room says: whether there is a picture, and which lines there are. Unchanged values change nothing; lines that
   * are not known at the moment (null) stay as they were.
   */
  follow(picture: Picture, known: readonly StreamSource[] | null): void {
    this.#stream.follow(picture, known)
  }

  togglePlay(): void {
    const { wantsPlay, isRefused } = this.#view.facts
    if (wantsPlay && !isRefused) this.pause()
    else this.play()
  }

  play(): void {
    const wasPaused = !this.#view.facts.wantsPlay
    this.#want(true)
    this.#stream.start(wasPaused)
  }

  pause(): void {
    this.#view.draw({ wantsPlay: false, isPausedByHiding: false })
    this.#video.pause()
    this.#look()
  }

  toggleMute(): void {
    this.#sound.toggle()
  }

  /** From 0 to 1. */
  setVolume(volume: number): void {
    this.#sound.setVolume(volume)
  }

  selectLine(lineId: string | null): void {
    this.#stream.choose(lineId)
    this.retry()
  }

  switchLine(): void {
    this.selectLine(this.#stream.next())
  }

  /** Connects anew, now. */
  retry(): void {
    this.#want(true)
    this.#stream.open()
  }

  /** Changes the library that plays FLV; a running FLV line is opened anew with it. */
  setFlvEngine(flvEngine: FlvEngine): void {
    const { volume, isMuted } = this.#sound.wish
    this.#options.onPreferences({ volume, isMuted, flvEngine })
    this.#stream.setFlvEngine(flvEngine)
  }

  setLevel(level: number | null): void {
    this.#stream.setLevel(level)
  }

  /** To the newest moment that can be played on without a pause. */
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

  #want(wantsPlay: boolean, isPausedByHiding = false): void {
    this.#view.draw({ wantsPlay, isRefused: false, isPausedByHiding })
    this.#look()
  }

  /** Draws, and tells the stream who watches now. */
  #look(): void {
    this.#view.draw()
    const { wantsPlay, isRefused } = this.#view.facts
    this.#stream.see({
      isHidden: document.hidden,
      isMuted: this.#sound.state.isMuted,
      isPaused: !wantsPlay || isRefused,
      isPictureInPicture: isInWindow(this.#video),
    })
  }
}

export interface ViewerEvents {
  /** The page came to the front or went to the back, or the network returned. */
  readonly onReturn: () => void
  /** The small window was opened or closed. */
  readonly onWindow: () => void
  /**
   * Media keys and the small window press pause and play on the element itself. Browsers also pause a hidden picture that
   * makes no sound, and play it on when it is seen again.
   */
  readonly onPressed: (wantsPlay: boolean) => void
}

/** Whether the picture stands in the browser's small window. */
export function isInWindow(video: HTMLVideoElement): boolean {
  return document.pictureInPictureElement === video
}

/** What viewer and browser do beside the player's own controls, until the signal ends it. */
export function watchViewer(video: HTMLVideoElement, events: ViewerEvents, signal: AbortSignal): void {
  const { onReturn, onWindow, onPressed } = events
  document.addEventListener('visibilitychange', onReturn, { signal })
  window.addEventListener('online', onReturn, { signal })
  video.addEventListener('enterpictureinpicture', onWindow, { signal })
  video.addEventListener('leavepictureinpicture', onWindow, { signal })
  video.addEventListener('pause', () => onPressed(false), { signal })
  video.addEventListener('play', () => onPressed(true), { signal })
}
