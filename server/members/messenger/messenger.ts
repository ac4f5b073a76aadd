export type Channel = 'sms' | 'mail'

export interface Message {
  readonly channel: Channel
  /** `+86 13812345678`, or a mail address. */
  readonly to: string
  /** Subject of a mail. */
  readonly subject: string
  readonly text: string
}

/**
 * Sends text messages or mail. An adapter for a gateway implements it; `tests/contract/messenger.suite.ts` tests any
 * adapter.
 */
export interface Messenger {
  readonly channels: readonly Channel[]
  /**
   * Resolves when the message was handed over. Rejects if that failed, after at most some seconds; an error contains
   * neither text nor recipient. Messages may be sent concurrently.
   */
  send(message: Message): Promise<void>
  /** Closes connections. Idempotent. */
  close(): Promise<void>
}

/** The adapters of this server, at most one per channel. */
export class Messengers {
  readonly #adapters: readonly Messenger[]

  constructor(adapters: readonly Messenger[]) {
    this.#adapters = adapters
  }

  /** Null if no adapter serves this channel. */
  of(channel: Channel): Messenger | null {
    return this.#adapters.find(({ channels }) => channels.includes(channel)) ?? null
  }

  /** Channels without an adapter. */
  get missing(): Channel[] {
    return (['sms', 'mail'] as const).filter((channel) => this.of(channel) === null)
  }

  async close(): Promise<void> {
    await Promise.all(this.#adapters.map((adapter) => adapter.close()))
  }
}
