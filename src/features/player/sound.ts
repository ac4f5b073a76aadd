import type { SoundPreference } from './player-state.ts'
import type { AutoplayOutcome } from './autoplay.ts'

/** Volume after unmuting at zero. */
const AUDIBLE_VOLUME = 0.5

export interface SoundState {
  readonly volume: number
  readonly isMuted: boolean
  readonly silencedBy: 'browser' | 'other-tab' | null
}

/** Volume and mute of a video element: the viewer's choice, and the restrictions of browser and other tabs. */
export class Sound {
  readonly #video: HTMLVideoElement
  readonly #onChange: (wish: SoundPreference | null) => void
  readonly #voice: OneVoice
  #wish: SoundPreference
  #silencedBy: SoundState['silencedBy'] = null

  /** `onChange` gets the viewer's new choice, otherwise null. */
  constructor(
    video: HTMLVideoElement,
    { volume, isMuted }: SoundPreference,
    onChange: (wish: SoundPreference | null) => void,
  ) {
    this.#video = video
    this.#wish = { volume, isMuted }
    this.#onChange = onChange
    this.#voice = new OneVoice(() => this.#yield())
    this.#apply()
  }

  get wish(): SoundPreference {
    return this.#wish
  }

  get state(): SoundState {
    const isMuted = this.#wish.isMuted || this.#silencedBy !== null
    return { volume: this.#wish.volume, isMuted, silencedBy: this.#silencedBy }
  }

  /** Applies the result of starting: an element muted by the browser stays muted until a press. */
  began(outcome: AutoplayOutcome): void {
    if (outcome === 'silent') this.#silencedBy = 'browser'
    if (outcome === 'sound' && !this.#video.muted) this.#voice.claim()
    this.#onChange(null)
  }

  toggle(): void {
    if (this.state.isMuted) this.setVolume(this.#wish.volume || AUDIBLE_VOLUME)
    else this.#change({ ...this.#wish, isMuted: true })
  }

  /** From 0 to 1; also unmutes. Must be called in a user gesture; browsers pause otherwise. */
  setVolume(volume: number): void {
    const bounded = Math.min(1, Math.max(0, volume))
    this.#silencedBy = null
    this.#change({ volume: bounded, isMuted: bounded === 0 })
    if (bounded > 0) this.#voice.claim()
  }

  close(): void {
    this.#voice.close()
  }

  #change(wish: SoundPreference): void {
    this.#wish = wish
    this.#apply()
    this.#onChange(wish)
  }

  #apply(): void {
    this.#video.volume = this.#wish.volume
    this.#video.muted = this.state.isMuted
  }

  #yield(): void {
    if (this.state.isMuted) return
    this.#silencedBy = 'other-tab'
    this.#apply()
    this.#onChange(null)
  }
}

const CHANNEL = 'grandstand-sound'

/** Sound in one tab only: the last tab that starts sound keeps it, all others are muted. */
class OneVoice {
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

  constructor(onOtherTab: () => void) {
    this.#channel?.addEventListener('message', onOtherTab)
  }

  /** Announces that this tab has sound now. */
  claim(): void {
    this.#channel?.postMessage('sound')
  }

  close(): void {
    this.#channel?.close()
  }
}
