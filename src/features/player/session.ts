import type { VideoLine } from '#protocol/endpoints/live.ts'
import { startPlaying } from './autoplay.ts'
import { Figures } from './figures.ts'
import { LineKeeper } from './line-keeper.ts'
import {
  INITIAL_STATE,
  isSameState,
  type Picture,
  type PlayerPreferences,
  type PlayerState,
  type PlayerStats,
  videoState,
} from './player-state.ts'
import { Rest } from './rest.ts'
import { Sound } from './sound.ts'
import { keepFrame } from './still-frame.ts'
import { SEEK_MARGIN_S } from './watchdog.ts'

export interface SessionOptions {
  readonly video: HTMLVideoElement
  readonly still: HTMLCanvasElement
  readonly preferences: PlayerPreferences
  readonly onPreferences: (preferences: PlayerPreferences) => void
  readonly onState: (state: PlayerState) => void
  readonly onStats: (stats: PlayerStats) => void
}

const STATS_INTERVAL_MS = 1_000

/** Everything a player does, without its looks: follows the anchor's status, keeps a line playing, obeys the viewer. */
export class PlayerSession {
  readonly #options: SessionOptions
  readonly #video: HTMLVideoElement
  readonly #keeper: LineKeeper
  readonly #sound: Sound
  readonly #rest: Rest
  readonly #figures = new Figures()
  readonly #abort = new AbortController()
  readonly #statsTimer: number
  #state: PlayerState = INITIAL_STATE
  #picture: Picture = 'live'
  #lines: readonly VideoLine[] | null = null
  /** The viewer's choice; null is the first line. A line that only stood in during an outage is no choice. */
  #chosenLine: string | null = null
  #wantsPlay = true
  #hasShown = false
  #isStill = false

  constructor(options: SessionOptions) {
    const { video, still } = options
    this.#options = options
    this.#video = video
    this.#sound = new Sound(video, options.preferences, (wish) => {
      if (wish) options.onPreferences(wish)
      this.#look()
    })
    this.#rest = new Rest(
      () => this.#keeper.close(),
      () => this.#open(),
    )
    this.#keeper = new LineKeeper(video, {
      onStatus: () => this.#refresh(),
      onReady: () => this.#ready(),
      onFirstFrame: (milliseconds) => this.#firstFrame(milliseconds),
      onLevels: (levels) => this.#refresh({ levels, level: null }),
      onLeave: () => this.#refresh({ hasStill: keepFrame(video, still) || this.#state.hasStill }),
      onLook: (look) => {
        this.#isStill = look.isStill
        this.#figures.looked(look)
        this.#refresh()
      },
    })
    this.#statsTimer = window.setInterval(() => this.#report(), STATS_INTERVAL_MS)
    this.#listen()
    this.#refresh()
  }

  /**
   * What the room says: whether there is a picture, and which lines there are. Unchanged values change nothing; lines that
   * are not known at the moment (null) stay as they were.
   */
  follow(picture: Picture, known: readonly VideoLine[] | null): void {
    const before = this.#lines
    const lines = known ?? before
    if (!lines) return this.#show(picture)
    const wasLive = this.#picture === 'live' && before !== null
    if (wasLive === (picture === 'live') && JSON.stringify(lines) === JSON.stringify(before)) return this.#show(picture)
    const present = before?.find((line) => line.id === this.#keeper.status.lineId)
    const isKept = present && lines.some((line) => JSON.stringify(line) === JSON.stringify(present))
    this.#lines = lines
    this.#show(picture)
    if (wasLive && picture === 'live' && isKept) this.#keeper.setLines(lines)
    else if (picture === 'live') this.#open()
    else this.#leave()
  }

  togglePlay(): void {
    if (this.#wantsPlay && !this.#state.needsStart) this.#pause()
    else this.#play()
  }

  toggleMute(): void {
    this.#sound.toggle()
  }

  /** From 0 to 1. */
  setVolume(volume: number): void {
    this.#sound.setVolume(volume)
  }

  selectLine(lineId: string | null): void {
    this.#chosenLine = lineId
    this.retry()
  }

  switchLine(): void {
    this.selectLine(this.#keeper.next()?.id ?? null)
  }

  /** Connects anew, now. */
  retry(): void {
    this.#wantsPlay = true
    this.#look()
    this.#open()
  }

  setLevel(level: number | null): void {
    this.#keeper.connection?.engine?.setLevel(level)
    this.#refresh({ level })
  }

  /** To the newest moment that can be played on without a pause. */
  goLive(): void {
    const { buffered, currentTime } = this.#video
    const end = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1)
    this.#video.currentTime = Math.max(currentTime, end - SEEK_MARGIN_S)
    this.#play()
  }

  destroy(): void {
    this.#abort.abort()
    window.clearInterval(this.#statsTimer)
    this.#rest.stop()
    this.#keeper.close()
    this.#sound.close()
  }

  #listen(): void {
    const { signal } = this.#abort
    const video = this.#video
    const onReturn = (): void => {
      if (!document.hidden) this.#keeper.retryNow()
      this.#look()
    }
    document.addEventListener('visibilitychange', onReturn, { signal })
    window.addEventListener('online', onReturn, { signal })
    video.addEventListener('enterpictureinpicture', () => this.#look(), { signal })
    video.addEventListener('leavepictureinpicture', () => this.#look(), { signal })
    // media keys and the picture-in-picture window press pause and play on the element itself
    video.addEventListener('pause', () => this.#pressed(false), { signal })
    video.addEventListener('play', () => this.#pressed(true), { signal })
  }

  #pressed(wantsPlay: boolean): void {
    if (this.#keeper.status.phase !== 'showing' || this.#video.ended) return
    this.#wantsPlay = wantsPlay
    this.#look()
  }

  #show(picture: Picture): void {
    this.#picture = picture
    this.#refresh()
  }

  #leave(): void {
    this.#keeper.close()
    this.#hasShown = false
    this.#refresh({ hasStill: false, needsStart: false })
  }

  #open(): void {
    if (this.#picture !== 'live' || !this.#lines || this.#rest.isResting) return
    this.#keeper.open(this.#lines, this.#chosenLine)
  }

  #ready(): void {
    this.#figures.connected()
    if (this.#wantsPlay) void this.#start()
  }

  async #start(): Promise<void> {
    const outcome = await startPlaying(this.#video)
    if (this.#abort.signal.aborted || outcome === 'interrupted') return
    this.#sound.began(outcome)
    this.#refresh({ needsStart: outcome === 'refused' })
  }

  #play(): void {
    this.#wantsPlay = true
    this.#look()
    if (this.#keeper.connection?.engine) void this.#start()
  }

  #pause(): void {
    this.#wantsPlay = false
    this.#video.pause()
    this.#look()
  }

  #firstFrame(milliseconds: number): void {
    this.#hasShown = true
    this.#isStill = false
    this.#figures.firstFrame(milliseconds)
    this.#refresh({ hasStill: false })
    this.#report()
  }

  #report(): void {
    if (this.#keeper.connection) this.#options.onStats(this.#figures.read(this.#video, this.#keeper))
  }

  /** Draws, and tells the rest keeper who watches now. */
  #look(): void {
    this.#refresh()
    this.#rest.see({
      isHidden: document.hidden,
      isMuted: this.#sound.state.isMuted,
      isPaused: !this.#wantsPlay,
      isPictureInPicture: document.pictureInPictureElement === this.#video,
    })
  }

  #refresh(change: Partial<PlayerState> = {}): void {
    const { phase, lineId, outage, error } = this.#keeper.status
    const next: PlayerState = {
      ...this.#state,
      ...this.#sound.state,
      ...change,
      lineId: lineId ?? this.#state.lineId,
      outage,
      error,
      isPaused: !this.#wantsPlay,
    }
    const video = videoState({
      picture: this.#picture,
      hasError: error !== null,
      isShowing: phase === 'showing',
      hasShown: this.#hasShown,
      isStill: this.#isStill,
      isPaused: next.isPaused,
      needsStart: next.needsStart,
    })
    const drawn = { ...next, video }
    if (isSameState(drawn, this.#state)) return
    this.#state = drawn
    this.#options.onState(drawn)
  }
}
