import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Compressor } from '#protocol/compress.ts'
import { MAX_INFLATED_REQUEST_BYTES, REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { CallBinding } from '#protocol/envelope.ts'
import { openText, parseEnvelopeHeader, removeFiller, sealText } from '#protocol/envelope.ts'
import { LogicalHeaders, signText } from '#protocol/headers.ts'
import type { KeySession, KeySessions } from './key-sessions.ts'

/** One call as it came: what the envelope is bound to, its header, and its sealed body (null where a row sends none). */
export interface SealedCall {
  readonly method: string
  /** Path with query, exactly as sent. */
  readonly target: string
  readonly header: string | undefined
  /** The text of `xx`, filler included; undefined = the body has not the form. */
  readonly sealedBody: string | null | undefined
}

export interface OpenedCall {
  readonly outcome: 'open'
  readonly kid: string
  readonly headers: LogicalHeaders
  /** Parsed JSON of the body; null where there is none. Not checked yet. */
  readonly params: unknown
  readonly wdKey: Uint8Array
  /** `{"t1":…,"x1":…}`, bound to this call. */
  seal(answer: string, isCompressible: boolean): Promise<string>
}

/** `rekey` and `stale` are told in clear (settled 5); `refused` is one answer, and its cause is for the log alone. */
export type Opening =
  | OpenedCall
  | { readonly outcome: 'rekey' }
  | { readonly outcome: 'stale' }
  | { readonly outcome: 'refused'; readonly cause: string }

export interface EnvelopeOptions {
  readonly backend: CryptoBackend<KeyObject>
  readonly compressor: Compressor
  readonly sessions: KeySessions
  readonly now: () => number
}

/** Stands in for a head that did not open, so that the rest of the work is done all the same. */
const BLANK_NONCE = '0000000000000000'

/** Opens sealed calls and seals their answers. */
export class Envelope {
  readonly #options: EnvelopeOptions

  constructor(options: EnvelopeOptions) {
    this.#options = options
  }

  /**
   * Opens head and body of a call. Once the clear part has passed, both are opened whatever the first one gives, and all
   * that is wrong ends in the same refusal. Whether the nonce is new is the caller's question ({@link ReplayGuard}).
   */
  async open(call: SealedCall): Promise<Opening> {
    const clear = parseEnvelopeHeader(call.header ?? '')
    if (!clear) return { outcome: 'refused', cause: 'header' }
    const session = this.#options.sessions.find(clear.kid)
    if (!session) return { outcome: 'rekey' }
    if (Math.abs(this.#options.now() - clear.timestamp) > REPLAY_WINDOW_MS) return { outcome: 'stale' }

    const binding = { kid: clear.kid, method: call.method, target: call.target, timestamp: clear.timestamp }
    const headers = readHead(await this.#openPart('head', clear.sealedHead, session.keys.head, binding, ''))
    const nonce = headers?.nonce ?? BLANK_NONCE
    const params = await this.#openBody(call.sealedBody, session, binding, nonce)
    if (!headers) return { outcome: 'refused', cause: 'head' }
    if (params === undefined) return { outcome: 'refused', cause: 'body' }
    const problem = contradiction(headers, session, binding)
    if (problem) return { outcome: 'refused', cause: problem }
    return {
      outcome: 'open',
      kid: clear.kid,
      headers,
      params,
      wdKey: session.keys.wd,
      seal: (answer, isCompressible) => this.#seal(answer, isCompressible, session, binding, nonce),
    }
  }

  /** The body's JSON, null where there is none to be, undefined when it does not open. */
  async #openBody(
    sealedBody: SealedCall['sealedBody'],
    session: KeySession,
    binding: CallBinding,
    nonce: string,
  ): Promise<unknown> {
    if (sealedBody === null) return null
    try {
      const sealed = removeFiller(sealedBody ?? '', binding.timestamp)
      const text = await this.#openPart('body', sealed, session.keys.body, binding, nonce)
      return text === null ? undefined : (JSON.parse(text) as unknown)
    } catch {
      return undefined
    }
  }

  async #openPart(
    direction: 'head' | 'body',
    sealed: string,
    key: KeyObject,
    binding: CallBinding,
    nonce: string,
  ): Promise<string | null> {
    const { backend, compressor } = this.#options
    try {
      const limit = MAX_INFLATED_REQUEST_BYTES
      return await openText(sealed, { backend, key, direction, binding, nonce, compressor, limit })
    } catch {
      return null
    }
  }

  async #seal(
    answer: string,
    isCompressible: boolean,
    session: KeySession,
    binding: CallBinding,
    nonce: string,
  ): Promise<string> {
    const { backend, compressor, now } = this.#options
    const serverMs = now()
    const key = session.keys.answer
    const options = { backend, key, direction: 'answer' as const, binding, nonce, serverMs }
    return `{"t1":${serverMs},"x1":"${await sealText(answer, options, isCompressible ? compressor : undefined)}"}`
  }
}

function readHead(text: string | null): LogicalHeaders | null {
  if (text === null) return null
  try {
    const parsed = LogicalHeaders.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** What in the sealed head does not agree with the session or with the clear part, or null. */
function contradiction(headers: LogicalHeaders, session: KeySession, binding: CallBinding): string | null {
  if (headers.timestamp !== binding.timestamp) return 'timestamp'
  if (headers['site-id'] !== session.siteId) return 'site'
  const text = signText(headers, binding.method, binding.target)
  const expected = createHmac('sha256', session.keys.sign).update(text).digest('hex')
  const given = Buffer.from(headers.sign)
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected)) ? null : 'sign'
}
