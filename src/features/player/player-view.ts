import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { LineStatus } from './line-status.ts'
import { awaitsPress, INITIAL_STATE, isSameState, type Picture, type PlayerState, videoState } from './player-state.ts'
import type { SoundState } from './sound.ts'

/** What the session itself knows, beside its lines and its sound. */
export interface SessionFacts {
  readonly picture: Picture
  readonly wantsPlay: boolean
  /** The browser has paused what nobody saw, against the viewer's wish: it plays on as soon as somebody looks. */
  readonly isPausedByHiding: boolean
  /** A frame has been on the screen since the picture went live. */
  readonly hasShown: boolean
  /** The picture should move and does not. */
  readonly isStill: boolean
  /** The browser plays nothing, not even in silence, before a press. */
  readonly isRefused: boolean
  readonly flvEngine: FlvEngine
}

/** Where the rest is read from at every drawing. */
export interface ViewSources {
  readonly status: () => LineStatus
  readonly sound: () => SoundState
}

/** The part of the state that is told once and stays. */
export type StateChange = Partial<Pick<PlayerState, 'levels' | 'level' | 'hasStill'>>

/** Puts the state together that the controls draw, and tells it when it has changed. */
export class PlayerView {
  readonly #sources: ViewSources
  readonly #onState: (state: PlayerState) => void
  #state: PlayerState = INITIAL_STATE
  #facts: SessionFacts

  constructor(sources: ViewSources, flvEngine: FlvEngine, onState: (state: PlayerState) => void) {
    this.#sources = sources
    this.#onState = onState
    this.#facts = {
      picture: 'live',
      wantsPlay: true,
      isPausedByHiding: false,
      hasShown: false,
      isStill: false,
      isRefused: false,
      flvEngine,
    }
  }

  get facts(): SessionFacts {
    return this.#facts
  }

  get state(): PlayerState {
    return this.#state
  }

  /** Takes in what has changed, which may be nothing but the sources, and draws. */
  draw(facts: Partial<SessionFacts> = {}, change: StateChange = {}): void {
    this.#facts = { ...this.#facts, ...facts }
    const { picture, wantsPlay, hasShown, isStill, isRefused, flvEngine } = this.#facts
    const { phase, lineId, outage, error } = this.#sources.status()
    const media = { picture, hasError: error !== null, hasShown, isPaused: !wantsPlay }
    const next = {
      ...this.#state,
      ...this.#sources.sound(),
      ...change,
      lineId: lineId ?? this.#state.lineId,
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
