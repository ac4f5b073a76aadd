import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { SourceStatus } from './source/source-status.ts'
import {
  awaitsPress,
  INITIAL_STATE,
  isSameState,
  type Picture,
  type PlayerPreferences,
  type PlayerState,
  videoState,
} from './player-state.ts'
import type { SoundState } from './sound.ts'

/** State of the session besides its sources and its sound. */
interface PlayerSessionState {
  readonly picture: Picture
  readonly wantsPlay: boolean
  /** The browser has paused the hidden video against the viewer's choice; it resumes when visible. */
  readonly isPausedByHiding: boolean
  /** A frame was rendered since the video went live. */
  readonly hasShown: boolean
  /** The video should advance and does not. */
  readonly isStill: boolean
  /** The browser refuses playback, even muted, without a press. */
  readonly isRefused: boolean
  readonly flvEngine: FlvEngine
}

/** Sources of the remaining state, read on every update. */
interface ViewSources {
  readonly status: () => SourceStatus
  readonly sound: () => SoundState
}

/** What a status without a source, an outage or an error stands for. */
const NO_SOURCE = { sourceId: null, outage: null, error: null }

/** The part of the state that is set by events. */
type StateChange = Partial<Pick<PlayerState, 'heights' | 'quality' | 'hasStill'>>

/** Computes the state of the controls and reports changes. */
export class PlayerView {
  readonly #sources: ViewSources
  readonly #onState: (state: PlayerState) => void
  #state: PlayerState
  #sessionState: PlayerSessionState

  constructor(
    sources: ViewSources,
    { flvEngine, quality }: Pick<PlayerPreferences, 'flvEngine' | 'quality'>,
    onState: (state: PlayerState) => void,
  ) {
    this.#state = { ...INITIAL_STATE, quality }
    this.#sources = sources
    this.#onState = onState
    this.#sessionState = {
      picture: 'live',
      wantsPlay: true,
      isPausedByHiding: false,
      hasShown: false,
      isStill: false,
      isRefused: false,
      flvEngine,
    }
  }

  get sessionState(): PlayerSessionState {
    return this.#sessionState
  }

  get state(): PlayerState {
    return this.#state
  }

  /** Applies changes, possibly of the sources only, and reports the state. */
  draw(sessionState: Partial<PlayerSessionState> = {}, change: StateChange = {}): void {
    this.#sessionState = { ...this.#sessionState, ...sessionState }
    const { picture, wantsPlay, hasShown, isStill, isRefused, flvEngine } = this.#sessionState
    const { phase, sourceId, outage, error } = { ...NO_SOURCE, ...this.#sources.status() }
    const media = { picture, hasError: error !== null, hasShown, isPaused: !wantsPlay }
    const next = {
      ...this.#state,
      ...this.#sources.sound(),
      ...change,
      sourceId: sourceId ?? this.#state.sourceId,
      outage,
      error,
      flvEngine,
      isPaused: media.isPaused,
      needsStart: awaitsPress({ ...media, isIdle: phase === 'idle', isRefused }),
    }
    const video = videoState({ ...media, isShowing: phase === 'showing', isStill, needsStart: next.needsStart })
    const drawn = { ...next, video }
    if (isSameState(drawn, this.#state)) return
    this.#state = drawn
    this.#onState(drawn)
  }
}
