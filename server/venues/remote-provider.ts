import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '#protocol/time.ts'
import type { RemoteVenueConfig } from '../config/config-forms.ts'
import { isEqualText } from '../config/secrets.ts'
import { BodyTooLarge, bodyWithin } from '../net/response-body.ts'
import type { PaymentState } from '../wallet/payments/adapter.ts'
import type { VenueTransfer, VenueWallet } from '../wallet/venues/venue.ts'
import {
  BODY_MAX_BYTES,
  ID_HEADER,
  pathOf,
  PROVIDER_METHODS,
  type ProviderMethod,
  type ProviderRequest,
  type ProviderResponse,
  requestSignature,
  responseSignature,
  SIGNATURE_HEADER,
  TIME_HEADER,
  type TransferRequest,
} from './provider-contract.ts'

/** A response that has not arrived completely by then is lost. A member waits for a transfer and its query. */
const RESPONSE_LIMIT_MS = 4 * SECOND_MS
/** After this many failures in a row, requests fail at once for {@link PAUSE_MS}, so that they do not queue. */
const FAILURES_MAX = 3
const PAUSE_MS = 5 * SECOND_MS

/** The provider did not respond, or with something that the contract does not allow. The outcome is unknown. */
export class ProviderError extends Error {
  /** True if the provider cannot be reached, or has closed the connection. */
  readonly isDisconnected: boolean

  constructor(venue: string, method: ProviderMethod, reason: string) {
    super(`${venue} ${method}: ${reason}`)
    this.isDisconnected = reason === DISCONNECTED
  }
}

const DISCONNECTED = 'cannot be reached'

interface ProviderOptions {
  readonly now: () => number
  readonly limitMs?: number
}

/** Client of the provider of a remote venue. Every method may be repeated, and rejects with {@link ProviderError}. */
export class RemoteProvider implements VenueWallet {
  readonly config: RemoteVenueConfig
  readonly #options: ProviderOptions
  #failures = 0
  #pausedUntil = 0

  constructor(config: RemoteVenueConfig, options: ProviderOptions) {
    this.config = config
    this.#options = options
  }

  async transfer(transfer: VenueTransfer): Promise<PaymentState> {
    const request = requestOf(transfer)
    return this.#stateOf('transfer', request, await this.call('transfer', request))
  }

  async query(transfer: VenueTransfer): Promise<PaymentState> {
    const { orderNo } = transfer
    return this.#stateOf('transfer-state', requestOf(transfer), await this.call('transfer-state', { orderNo }))
  }

  /** The state of a transfer. One with another number, member, currency or amount is not this transfer. */
  #stateOf(method: ProviderMethod, request: TransferRequest, response: ProviderResponse<'transfer'>): PaymentState {
    const isSame =
      response.orderNo === request.orderNo && (response.state === 'missing' || isSameTransfer(request, response))
    if (!isSame) throw this.#error(method, 'another transfer than the requested one')
    if (method === 'transfer' && response.state === 'missing')
      throw this.#error(method, 'a transfer that it does not know')
    return response.state
  }

  /** Sends a signed request and returns the checked response. */
  async call<Method extends ProviderMethod>(
    method: Method,
    request: ProviderRequest<Method>,
  ): Promise<ProviderResponse<Method>> {
    const { now } = this.#options
    if (now() < this.#pausedUntil) throw this.#error(method, 'has not responded lately')
    try {
      const response = await this.#repeated(method, JSON.stringify(request))
      this.#failures = 0
      return response
    } catch (error) {
      this.#failures += 1
      if (this.#failures >= FAILURES_MAX) this.#pausedUntil = now() + PAUSE_MS
      throw error
    }
  }

  /**
   * Repeats a request once whose connection was closed, for example because it was idle for too long. A transfer is not
   * repeated: it is queried first.
   */
  async #repeated<Method extends ProviderMethod>(method: Method, body: string): Promise<ProviderResponse<Method>> {
    try {
      return await this.#exchange(method, body)
    } catch (error) {
      if (method === 'transfer' || !(error instanceof ProviderError && error.isDisconnected)) throw error
      return this.#exchange(method, body)
    }
  }

  async #exchange<Method extends ProviderMethod>(method: Method, body: string): Promise<ProviderResponse<Method>> {
    const { config } = this
    const { now, limitMs = RESPONSE_LIMIT_MS } = this.#options
    const [time, id] = [String(now()), randomUUID()]
    const signal = AbortSignal.timeout(limitMs)
    const headers = {
      'content-type': 'application/json',
      [TIME_HEADER]: time,
      [ID_HEADER]: id,
      [SIGNATURE_HEADER]: requestSignature(config.secret, { method, time, id, body }),
    }
    let response: Response
    let bytes: Uint8Array
    try {
      // A redirect would send the request to another server.
      response = await fetch(config.url + pathOf(method), { method: 'POST', body, headers, signal, redirect: 'error' })
      bytes = await bodyWithin(response, BODY_MAX_BYTES)
    } catch (error) {
      throw this.#error(method, reasonOf(error, signal))
    }
    if (response.status !== 200) throw this.#error(method, `status ${response.status}`)
    const text = new TextDecoder().decode(bytes)
    const given = response.headers.get(SIGNATURE_HEADER) ?? ''
    if (!isEqualText(given, responseSignature(config.secret, id, text))) throw this.#error(method, 'wrong signature')
    return this.#parsed(method, text)
  }

  #parsed<Method extends ProviderMethod>(method: Method, text: string): ProviderResponse<Method> {
    try {
      return PROVIDER_METHODS[method].response.parse(JSON.parse(text)) as ProviderResponse<Method>
    } catch {
      throw this.#error(method, 'malformed response')
    }
  }

  #error(method: ProviderMethod, reason: string): ProviderError {
    return new ProviderError(this.config.enName, method, reason)
  }
}

function requestOf({ orderNo, kind, memberId, currency, amount }: VenueTransfer): TransferRequest {
  return { orderNo, kind: kind === 'transferIn' ? 'in' : 'out', memberId, currency, amount }
}

function isSameTransfer(one: TransferRequest, other: TransferRequest): boolean {
  return (['kind', 'memberId', 'currency', 'amount'] as const).every((key) => one[key] === other[key])
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof BodyTooLarge) return 'the response is too large'
  return signal.aborted ? 'no response in time' : DISCONNECTED
}
