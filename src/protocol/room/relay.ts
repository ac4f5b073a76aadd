import * as z from 'zod/mini'
import { BoundedMap } from '../bounded-map.ts'
import { NAMESPACES } from './server-events.ts'

/* Messages between a relay and the origin: JSON arrays in WebSocket text messages (decision 121). */

/** Path of the upstream connections of relays at the origin. */
export const RELAY_PATH = '/relay'
/** Maximum size of a message from a relay. A viewer's event has at most 64 KiB. */
export const RELAY_MAX_MESSAGE_BYTES = 256 * 1024

/** Maximum length of the address of a viewer. */
export const RELAY_MAX_ADDRESS = 64

const viewer = z.int().check(z.positive())
const namespaces = Object.keys(NAMESPACES) as (keyof typeof NAMESPACES)[]

/** From a relay: a viewer has connected, sent an event, or disconnected. */
export const FromRelay = z.union([
  z.tuple([z.literal('open'), viewer, z.enum(namespaces), z.string().check(z.maxLength(RELAY_MAX_ADDRESS))]),
  z.tuple([z.literal('event'), viewer, z.int(), z.string().check(z.maxLength(16)), z.unknown()]),
  z.tuple([z.literal('close'), viewer]),
])
export type FromRelay = z.infer<typeof FromRelay>

/** A sealed frame of a catch-up: with its number when it is sent first, later the number alone. */
export type SentFrame = readonly [number, string] | number

/** An address or a range that is refused, and until when (epoch milliseconds); null has no end. */
export type BlockedRange = readonly [range: string, expiresAt: number | null]

/**
 * To a relay. `enter` precedes the first frame that the viewer must receive. `blocks` is the first message, and replaces
 * the previous list.
 */
export type ToRelay =
  | readonly ['blocks', ranges: readonly BlockedRange[]]
  | readonly ['enter' | 'exit', viewer: number, chatRoomNo: string]
  | readonly ['frame', chatRoomNo: string, sealed: string]
  | readonly ['ack', viewer: number, event: number, result: object, frames: readonly SentFrame[] | null]
  | readonly ['emit', viewer: number, event: string, payload: unknown]
  | readonly ['drop', viewer: number]

/** Frames that both ends remember. A whole history has about 60, beside partial ones of viewers at other positions. */
const REMEMBERED_FRAMES = 200

/**
 * The origin's list of catch-up frames that a relay has. Thousands of viewers request the same ones after an outage, so
 * each crosses the connection once.
 */
export class SentFrames {
  readonly #numbers = new BoundedMap<string, number>(REMEMBERED_FRAMES)
  #last = 0

  send(sealed: string): SentFrame {
    const known = this.#numbers.get(sealed)
    if (known !== undefined) return known
    this.#last += 1
    this.#numbers.set(sealed, this.#last)
    return [this.#last, sealed]
  }
}

/** The relay's end of {@link SentFrames}. */
export class ReceivedFrames {
  readonly #frames = new Map<number, string>()

  /** @throws Error for a number that was never sent */
  receive(frame: SentFrame): string {
    if (typeof frame === 'number') {
      const known = this.#frames.get(frame)
      if (known === undefined) throw new Error('the origin names a frame that was not sent')
      return known
    }
    const [number, sealed] = frame
    this.#frames.set(number, sealed)
    // A `BoundedMap` retains at most twice its size, so the origin never names an older frame.
    this.#frames.delete(number - 2 * REMEMBERED_FRAMES)
    return sealed
  }
}
