import { isIP } from 'node:net'
import type { SmtpOptions } from '../../config/config.ts'
import type { Transporter } from 'nodemailer'
import { SECOND_MS } from '#protocol/time.ts'
import type { Message, Messenger } from './messenger.ts'

/** Without a byte from the mail server. */
const TIMEOUT_MS = 10 * SECOND_MS
/** From `send` to the end. A mail server that sends a byte now and then never reaches the other timeout. */
const MAX_SEND_MS = 20 * SECOND_MS
const MAX_CONNECTIONS = 3
/** Mails that are sent or wait for a connection. */
const MAX_PENDING = 200
/** Bytes of one response of the mail server. */
const MAX_RESPONSE_BYTES = 65_536

interface SmtpMessengerOptions extends SmtpOptions {
  readonly maxSendMs?: number
  readonly maxPending?: number
}

/** Sends mail to an SMTP server. Connections are kept open and reused. */
export class SmtpMessenger implements Messenger {
  readonly channels = ['mail'] as const
  #transport: Promise<Transporter> | null = null
  #pending = 0
  readonly #options: Required<SmtpMessengerOptions>

  constructor(options: SmtpMessengerOptions) {
    this.#options = { maxSendMs: MAX_SEND_MS, maxPending: MAX_PENDING, ...options }
  }

  async send({ channel, to, subject, text }: Message): Promise<void> {
    if (channel !== 'mail') throw new Error(`SMTP does not send ${channel}`)
    const { from, maxPending, maxSendMs } = this.#options
    if (this.#pending >= maxPending) throw new Error('too many mails wait for the mail server')
    this.#pending += 1
    const signal = AbortSignal.timeout(maxSendMs)
    try {
      this.#transport ??= openTransport(this.#options)
      const transport = await this.#transport
      // An object is not parsed, so that a text cannot add recipients.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal })
    } catch (error) {
      const { code = 'unknown', responseCode = 0 } = error as { code?: string; responseCode?: number }
      // oxlint-disable-next-line preserve-caught-error -- its message may quote the recipient
      throw new Error(`the mail server refused a mail or did not respond (${code}, ${responseCode})`)
    } finally {
      this.#pending -= 1
    }
  }

  async close(): Promise<void> {
    const transport = await this.#transport
    // Without `force` a mail server that hangs keeps its connection.
    transport?.close({ force: true })
  }
}

/**
 * True if a server that offers no TLS is refused: somebody between the two servers could remove the offer and read
 * password and codes. Query parameters of the URL have priority, for example `?requireTLS=false`.
 */
export function requiresTls(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host !== 'localhost' && host !== '::1' && !(isIP(host) === 4 && host.startsWith('127.'))
}

/** The package is loaded with the first mail, because most servers start without one. */
async function openTransport({ url }: SmtpOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    requireTLS: requiresTls(url),
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    maxResponseSize: MAX_RESPONSE_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
