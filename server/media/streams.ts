import { BoundedMap } from '#protocol/bounded-map.ts'

/** State of a stream: whether its publisher is present, since when (ms), and how often it has returned. */
export interface StreamState {
  readonly publishing: boolean
  readonly epoch: number
  /** Segments that ended before this time (ms) are not served; 0 for a stream that was always on. */
  readonly since: number
}

/** Streams of ended matches are dropped first. */
const MAX_STREAMS = 10_000
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const ALWAYS_ON: StreamState = { publishing: true, epoch: 1, since: 0 }

/** A stream name is one path segment of letters, digits, `_` and `-`, at most 64 characters. */
export function isStreamName(name: string): boolean {
  return NAME.test(name)
}

/** Which streams publish. All are on until `setPublishing` changes it; queries store nothing. */
export class Streams {
  readonly #states = new BoundedMap<string, StreamState>(MAX_STREAMS)
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  stateOf(name: string): StreamState {
    return this.#states.get(name) ?? ALWAYS_ON
  }

  /** The content of the stream has changed: a new epoch. */
  renew(name: string): void {
    const state = this.stateOf(name)
    this.#states.set(name, { ...state, epoch: state.epoch + 1, since: this.#now() })
  }

  /** Returns true if this changed the state. A returning publisher starts a new epoch. */
  setPublishing(name: string, on: boolean): boolean {
    if (!isStreamName(name)) throw new RangeError(`Not a stream name: ${name}`)
    const state = this.stateOf(name)
    if (state.publishing === on) return false
    const epoch = on ? state.epoch + 1 : state.epoch
    this.#states.set(name, { publishing: on, epoch, since: on ? this.#now() : state.since })
    return true
  }
}
