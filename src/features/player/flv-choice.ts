import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { EngineFailure } from './engine.ts'

/** Decides which of the two FLV libraries the next connection uses. */
export class FlvChoice {
  #wish: FlvEngine = 'auto'
  #isFlvJsUnfit = false

  get engine(): 'flv' | 'mpegts' {
    if (this.#wish !== 'auto') return this.#wish
    return this.#isFlvJsUnfit ? 'mpegts' : 'flv'
  }

  set wish(wish: FlvEngine) {
    this.#wish = wish
    this.#isFlvJsUnfit = false
  }

  /**
   * Takes in that a connection failed before its first frame. True when flv.js could not start where mpegts.js still may
   * (HEVC, ManagedMediaSource, data it stumbles over): from then on that one is used.
   */
  couldNotStart(failure: EngineFailure): boolean {
    const isUnfit = this.engine === 'flv' && this.#wish === 'auto' && (failure === 'media' || failure === 'unsupported')
    if (isUnfit) this.#isFlvJsUnfit = true
    return isUnfit
  }
}
