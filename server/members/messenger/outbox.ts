import { randomUUID } from 'node:crypto'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Message, Messenger } from './messenger.ts'

type SentMessage = DataOf<'demo.outbox'>['list'][number]

const MAX_MESSAGES = 200

/** The adapter of demo mode: keeps the newest messages in memory and shows them on `/dev/outbox`. Nothing is sent. */
export class Outbox implements Messenger {
  readonly channels = ['sms', 'mail'] as const
  readonly #now: () => number
  readonly #max: number
  #messages: SentMessage[] = []

  constructor({ now, max = MAX_MESSAGES }: { now: () => number; max?: number }) {
    this.#now = now
    this.#max = max
  }

  async send({ channel, to, subject, text }: Message): Promise<void> {
    const shown = channel === 'mail' ? `${subject}\n${text}` : text
    this.#messages = [{ id: randomUUID(), channel, to, text: shown, at: this.#now() }, ...this.#messages]
    this.#messages.length = Math.min(this.#messages.length, this.#max)
  }

  /** Newest first. */
  list(): readonly SentMessage[] {
    return this.#messages
  }

  async close(): Promise<void> {
    this.#messages = []
  }
}
