import type { SmtpOptions } from '../../config/config.ts'
import type { Transporter } from 'nodemailer'
import { SECOND_MS } from '#protocol/time.ts'
import type { Message, Messenger } from './messenger.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const MAX_CONNECTIONS = 3

/** Sends mail to an SMTP server. Connections are kept open and reused. */
export class SmtpMessenger implements Messenger {
  readonly channels = ['mail'] as const
  #transport: Promise<Transporter> | null = null
  readonly #options: SmtpOptions

  constructor(options: SmtpOptions) {
    this.#options = options
  }

  async send({ channel, to, subject, text }: Message): Promise<void> {
    if (channel !== 'mail') throw new Error(`SMTP does not send ${channel}`)
    this.#transport ??= openTransport(this.#options)
    const transport = await this.#transport
    try {
      // An object is not parsed, so that a text cannot add recipients.
      await transport.sendMail({ from: this.#options.from, to: { name: '', address: to }, subject, text })
    } catch (error) {
      const { code = 'unknown', responseCode = 0 } = error as { code?: string; responseCode?: number }
      // oxlint-disable-next-line preserve-caught-error -- its message may quote the recipient
      throw new Error(`the mail server refused a mail or did not respond (${code}, ${responseCode})`)
    }
  }

  async close(): Promise<void> {
    const transport = await this.#transport
    transport?.close()
  }
}

/** The package is loaded with the first mail, because most servers start without one. */
async function openTransport({ url }: SmtpOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
