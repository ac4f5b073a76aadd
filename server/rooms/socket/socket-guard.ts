import { CODES, codeText } from '#protocol/codes.ts'
import type { SocketRefusal } from '#protocol/room/server-events.ts'
import { UP_EVENTS, type UpEvent } from '#protocol/room/client-events.ts'
import type * as z from 'zod/mini'
import { TokenBucket } from '../../net/rate-limit.ts'
import { malformedSay } from '../say.ts'
import { SharedStateError } from '../../database/shared/shared-state.ts'

/** Event rate of one socket. */
const EVENTS = { burst: 20, perSecond: 10 }
/** Number of protocol violations after which the connection is closed. */
const MAX_STRIKES = 5
/** Number of events beyond the rate after which the connection is closed. */
const MAX_REFUSED = 40
/** Maximum number of concurrent events of one socket. */
const MAX_RUNNING = 8

type Handlers = { readonly [Name in UpEvent]: (event: z.infer<(typeof UP_EVENTS)[Name]>) => Promise<object> }

export function refusal(code: number, message = codeText(code), until?: number): SocketRefusal {
  return until === undefined ? { ok: false, code, message } : { ok: false, code, message, until }
}

/**
 * Checks everything that a socket sends: rate, form, acknowledgement, schema; then calls the handler and acknowledges
 * its failure too. Errors affect this socket only.
 */
export class SocketGuard {
  readonly #events: TokenBucket
  #strikes = 0
  #refused = 0
  #running = 0
  readonly #options: {
    readonly handlers: Handlers
    readonly now: () => number
    readonly disconnect: () => void
    readonly onError: (error: unknown) => void
  }

  constructor(options: {
    readonly handlers: Handlers
    readonly now: () => number
    readonly disconnect: () => void
    readonly onError: (error: unknown) => void
  }) {
    this.#options = options
    this.#events = new TokenBucket(EVENTS)
  }

  /** Handles a packet: event name, parameters, and the acknowledgement as last argument. Never throws. */
  async receive(packet: readonly unknown[]): Promise<void> {
    const ack = ackOf(packet)
    try {
      ack(await this.#work(packet))
    } catch (error) {
      if (error instanceof SharedStateError) return ack(refusal(CODES.INTERFACE_DEGRADE))
      this.#options.onError(error)
      ack(refusal(CODES.INTERNAL_ERROR))
    }
  }

  async #work(packet: readonly unknown[]): Promise<object> {
    if (!this.#events.take(this.#options.now()) || this.#running >= MAX_RUNNING) {
      this.#refused += 1
      if (this.#refused >= MAX_REFUSED) this.#options.disconnect()
      return refusal(CODES.CURRENT_LIMITING_A)
    }
    const [name, event, ack, ...rest] = packet
    if (!isUpEvent(name) || typeof ack !== 'function' || rest.length > 0) return this.#strike()
    const checked = UP_EVENTS[name].safeParse(event)
    if (!checked.success) return this.#malformed(name, event)
    this.#running += 1
    try {
      // The schema above is that of this handler.
      const handler = this.#options.handlers[name] as (event: unknown) => Promise<object>
      return await handler(checked.data)
    } finally {
      this.#running -= 1
    }
  }

  #malformed(name: UpEvent, event: unknown): object {
    if (name === 'say') {
      const { code } = malformedSay(event)
      if (code === CODES.CHAT_TOO_LONG) return refusal(code)
    }
    return this.#strike()
  }

  #strike(): SocketRefusal {
    this.#strikes += 1
    if (this.#strikes >= MAX_STRIKES) this.#options.disconnect()
    return refusal(CODES.PARAM_ERROR)
  }
}

function isUpEvent(name: unknown): name is UpEvent {
  return typeof name === 'string' && Object.hasOwn(UP_EVENTS, name)
}

function ackOf(packet: readonly unknown[]): (result: object) => void {
  const last = packet.at(-1)
  return typeof last === 'function' ? (last as (result: object) => void) : () => undefined
}
