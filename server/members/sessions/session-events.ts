import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { DatabaseLog } from '../../database/database.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import type { SharedState } from '../../database/shared/shared-state.ts'

const CHANNEL = 'grandstand:sessions'
/** A loss of the connection is noticed within this time. */
const NOTICE_MS = MINUTE_MS
const RETRY_MS = SECOND_MS

const SessionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ended'), from: z.string(), ids: z.array(z.string()), code: z.number() }),
  z.object({ type: z.literal('changed'), from: z.string(), memberId: z.string() }),
  z.object({ type: z.literal('missed'), from: z.string(), since: z.number() }),
])

interface SessionEventHandlers {
  ended(ids: readonly string[], code: number): void
  /** The profile of a member has changed. */
  changed(memberId: string): void
  /** Ends of sessions since this time (epoch ms) may not have been received: they must be read from the database. */
  missed(since: number): void
}

/**
 * Tells the other processes which sessions have ended. A process that could not send or receive has the ends read from
 * the database when Redis is available again.
 */
export class SessionEvents {
  readonly #shared: SharedState
  readonly #log: DatabaseLog
  readonly #now: () => number
  readonly #name = randomUUID()
  readonly #retries: ReturnType<typeof setInterval>
  /** Time of the first event that was not sent. */
  #unsentSince: number | null = null
  #receivedUntil: number
  #handlers: SessionEventHandlers | null = null

  constructor(shared: SharedState, { log, now }: { log: DatabaseLog; now: () => number }) {
    this.#shared = shared
    this.#log = log
    this.#now = now
    this.#receivedUntil = now()
    this.#retries = setInterval(() => void this.#retry(), RETRY_MS).unref()
  }

  /** Sends the events of this process, and passes those of others to `handlers`. */
  async connect(handlers: SessionEventHandlers): Promise<void> {
    this.#handlers = handlers
    await this.#shared.subscribe(CHANNEL, {
      onMessage: (text) => this.#receive(text),
      onReturn: () => {
        handlers.missed(this.#receivedUntil - NOTICE_MS)
        this.#receivedUntil = this.#now()
      },
    })
  }

  ended(ids: readonly string[], code: number): void {
    if (ids.length > 0) void this.#send({ type: 'ended', ids, code })
  }

  changed(memberId: string): void {
    void this.#send({ type: 'changed', memberId })
  }

  close(): void {
    clearInterval(this.#retries)
    this.#handlers = null
  }

  async #send(event: object): Promise<void> {
    const at = this.#now()
    try {
      await this.#shared.publish(CHANNEL, JSON.stringify({ ...event, from: this.#name }))
    } catch {
      this.#unsentSince = Math.min(this.#unsentSince ?? at, at)
    }
  }

  async #retry(): Promise<void> {
    if (this.#unsentSince === null) return
    const since = this.#unsentSince
    this.#unsentSince = null
    await this.#send({ type: 'missed', since: since - NOTICE_MS })
    // `#send` notes the time of this event; the first one counts.
    if (this.#unsentSince !== null) this.#unsentSince = since
  }

  #receive(text: string): void {
    this.#receivedUntil = this.#now()
    try {
      const event = SessionEvent.parse(JSON.parse(text))
      if (event.from === this.#name) return
      if (event.type === 'ended') this.#handlers?.ended(event.ids, event.code)
      else if (event.type === 'changed') this.#handlers?.changed(event.memberId)
      else this.#handlers?.missed(event.since)
    } catch (error) {
      this.#log.error({ err: error }, 'an event of sessions is not valid')
    }
  }
}
