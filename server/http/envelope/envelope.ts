import type { Compressor } from '#protocol/compress.ts'
import { FILLER_LENGTH, REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import { andThen, type Awaitable, type CryptoBackend } from '#protocol/crypto.ts'
import { type CallBinding, openText, parseEnvelopeHeader, removeFiller, sealText } from '#protocol/envelope.ts'
import { MAX_BODY_BYTES } from '../pipeline/request-body.ts'
import type { LimitedBy } from '../pipeline/call-limits.ts'
import type { KeySession, KeySessions } from './key-sessions.ts'
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LogicalHeaders, signText } from '#protocol/headers.ts'

/** A received call: what the envelope is bound to, its header, and its sealed body (null for endpoints without one). */
export interface SealedCall {
  readonly method: string
  /** Path with query, exactly as sent. */
  readonly target: string
  readonly header: string | undefined
  /** The text of `xx` with its filler; undefined if the body is malformed. */
  readonly sealedBody: string | null | undefined
  /** Maximum size of the inflated body; {@link MAX_BODY_BYTES} by default. */
  readonly maxBodyBytes?: number
  /**
   * Called after the clear part was accepted and before anything is decrypted. If a limit is exceeded, only the head is
   * opened, to seal the refusal. Absent: no limit.
   */
  readonly limit?: () => Awaitable<LimitedBy | null>
}

export interface OpenedCall {
  readonly outcome: 'open'
  readonly kid: string
  readonly headers: LogicalHeaders
  /** The result of `limit`. */
  readonly limited: LimitedBy | null
  /** Parsed JSON of the body, not validated; null if there is none or it was not opened. */
  readonly params: unknown
  readonly wdKey: Uint8Array
  /** Returns `{"t1":…,"x1":…}`, bound to this call. `serverMs` is t1, by default now. */
  seal(response: string, isCompressible: boolean, serverMs?: number): Awaitable<string>
  /**
   * Returns the header with a risk token (S7.14), bound to this call. It has no time of its own (docs/protocol.md 4).
   */
  sealRisk(riskToken: string): Awaitable<string>
}

/** `rekey` and `stale` are sent in clear (settled 5). `refused` is one response; its cause goes to the log only. */
type Opening =
  | OpenedCall
  | { readonly outcome: 'rekey' }
  | { readonly outcome: 'stale' }
  | { readonly outcome: 'refused'; readonly cause: string }

interface EnvelopeOptions {
  readonly backend: CryptoBackend<KeyObject>
  readonly compressor: Compressor
  readonly sessions: KeySessions
  readonly now: () => number
}

/** A head is never compressed (docs/protocol.md) and is sent in a header of at most 8 KiB. */
const MAX_HEAD_BYTES = 8 * 1024
/** Used if the head did not open, so that the remaining work takes the same time. */
const BLANK_NONCE = '0000000000000000'

/** What a part of a call is bound to, and its maximum inflated size. */
interface PartBinding {
  readonly binding: CallBinding
  readonly nonce: string
  readonly limit: number
}

/** A call whose clear part is valid. */
interface AcceptedCall {
  readonly session: KeySession
  readonly sealedHead: string
  readonly binding: CallBinding
}

/** Opens sealed calls and seals their responses. */
export class Envelope {
  readonly #options: EnvelopeOptions

  constructor(options: EnvelopeOptions) {
    this.#options = options
  }

  /**
   * Opens head and body of a call. After the clear part was accepted, both are opened in any case, and all errors have
   * the same result. The caller checks the nonce ({@link ReplayGuard}).
   *
   * @throws SharedStateError if the keys are not in this process and shared state is unavailable
   */
  async open(call: SealedCall): Promise<Opening> {
    const checked = this.#acceptClearPart(call)
    const accepted = checked instanceof Promise ? await checked : checked
    if ('outcome' in accepted) return accepted
    const { session, sealedHead, binding } = accepted
    const taken = call.limit?.() ?? null
    const limited = taken instanceof Promise ? await taken : taken
    const head = this.#openPart('head', sealedHead, session.keys.head, { binding, nonce: '', limit: MAX_HEAD_BYTES })
    const headers = readHead(head instanceof Promise ? await head : head)
    const nonce = headers?.nonce ?? BLANK_NONCE
    const bodyBinding = { binding, nonce, limit: call.maxBodyBytes ?? MAX_BODY_BYTES }
    const body = limited ? null : this.#openBody(call.sealedBody, session, bodyBinding)
    const params = body instanceof Promise ? await body : body
    if (!headers) return { outcome: 'refused', cause: 'head' }
    if (params === undefined) return { outcome: 'refused', cause: 'body' }
    const problem = mismatch(headers, session, binding)
    if (problem) return { outcome: 'refused', cause: problem }
    return {
      outcome: 'open',
      kid: binding.kid,
      headers,
      limited,
      params,
      wdKey: session.keys.wd,
      seal: (response, isCompressible, serverMs = this.#options.now()) =>
        andThen(this.#seal('answer', response, isCompressible, session, { binding, nonce, serverMs }), (x1) => {
          return `{"t1":${serverMs},"x1":"${x1}"}`
        }),
      sealRisk: (riskToken) => this.#seal('risk', riskToken, false, session, { binding, nonce, serverMs: 0 }),
    }
  }

  /** Checks the clear part of a call: its form, its session and its time. */
  #acceptClearPart({ header, method, target }: SealedCall): Awaitable<Opening | AcceptedCall> {
    const clear = parseEnvelopeHeader(header ?? '')
    if (!clear) return { outcome: 'refused', cause: 'header' }
    const { kid, timestamp, sealedHead } = clear
    return andThen(this.#options.sessions.find(kid), (session): Opening | AcceptedCall => {
      if (!session) return { outcome: 'rekey' }
      if (Math.abs(this.#options.now() - timestamp) > REPLAY_WINDOW_MS) return { outcome: 'stale' }
      return { session, sealedHead, binding: { kid, method, target, timestamp } }
    })
  }

  /** The JSON of the body; null if there is none, undefined if it does not open. */
  #openBody(sealedBody: SealedCall['sealedBody'], session: KeySession, binding: PartBinding): Awaitable<unknown> {
    if (sealedBody === null) return null
    const sealed = withoutFiller(sealedBody ?? '', binding.binding.timestamp)
    return andThen(this.#openPart('body', sealed, session.keys.body, binding), jsonOf)
  }

  /** The text of a part, or null if it does not open. Synchronous unless it is large. */
  #openPart(
    direction: 'head' | 'body',
    sealed: string,
    key: KeyObject,
    binding: PartBinding,
  ): Awaitable<string | null> {
    const { backend, compressor } = this.#options
    try {
      const opened = openText(sealed, { backend, key, direction, compressor, ...binding })
      return opened instanceof Promise ? opened.catch(() => null) : opened
    } catch {
      return null
    }
  }

  #seal(
    direction: 'answer' | 'risk',
    text: string,
    isCompressible: boolean,
    session: KeySession,
    binding: { binding: CallBinding; nonce: string; serverMs: number },
  ): Awaitable<string> {
    const { backend, compressor } = this.#options
    const options = { backend, key: session.keys.response, direction, ...binding }
    return sealText(text, options, isCompressible ? compressor : undefined)
  }
}

/** Removes the filler; returns '' for a text that is too short to contain one. */
function withoutFiller(text: string, timestamp: number): string {
  return text.length < FILLER_LENGTH ? '' : removeFiller(text, timestamp)
}

/** Parses the JSON of an opened part; undefined if it is invalid or was not opened. */
function jsonOf(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The logical headers of an opened head (settled 4), or null. */
function readHead(text: string | null): LogicalHeaders | null {
  const parsed = LogicalHeaders.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : null
}

/** Returns what in the sealed head contradicts the session or the clear part, or null. */
function mismatch(headers: LogicalHeaders, session: KeySession, binding: CallBinding): string | null {
  if (headers.timestamp !== binding.timestamp) return 'timestamp'
  if (headers['site-id'] !== session.siteId) return 'site'
  const text = signText(headers, binding.method, binding.target)
  const expected = createHmac('sha256', session.signKey).update(text).digest('hex')
  const isSigned = headers.sign.length === expected.length && timingSafeEqual(ascii(headers.sign), ascii(expected))
  return isSigned ? null : 'sign'
}

/** Bytes for a constant-time comparison: one per character. */
function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
