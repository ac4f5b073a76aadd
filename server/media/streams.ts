/** Control of one stream: whether its publisher is there, since when (ms), and how often it has come back. */
export interface StreamState {
  readonly publishing: boolean
  readonly epoch: number
  /** Segments that had ended before this moment (ms) are not served; 0 for a stream that has always been on. */
  readonly since: number
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const ALWAYS_ON: StreamState = { publishing: true, epoch: 1, since: 0 }

/** A stream name is one path segment of letters, digits, `_` and `-`, at most 64 characters. */
export function isStreamName(name: string): boolean {
  return NAME.test(name)
}

/** Which streams publish. All are on until `setPublishing` says otherwise; asking for a name stores nothing. */
export class Streams {
  readonly #states = new Map<string, StreamState>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  stateOf(name: string): StreamState {
    return this.#states.get(name) ?? ALWAYS_ON
  }

  /** What is published has become another thing: a new epoch. */
  renew(name: string): void {
    const state = this.stateOf(name)
    this.#states.set(name, { ...state, epoch: state.epoch + 1, since: this.#now() })
  }

  /** Returns true when this changed something. A publisher that returns starts a new epoch. */
  setPublishing(name: string, on: boolean): boolean {
    if (!isStreamName(name)) throw new RangeError(`Not a stream name: ${name}`)
    const state = this.stateOf(name)
    if (state.publishing === on) return false
    const epoch = on ? state.epoch + 1 : state.epoch
    this.#states.set(name, { publishing: on, epoch, since: on ? this.#now() : state.since })
    return true
  }
}
