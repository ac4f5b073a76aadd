import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { MINUTE_MS } from '#protocol/time.ts'
import { UNSTORABLE_CHARACTERS } from '../database/storable-text.ts'

/** The HTTP contract between this server and the provider of a remote venue. docs/venues.md describes it. */

/** A larger body is refused by both sides. */
export const BODY_MAX_BYTES = 256 * 1024
/** Requests that are older or newer are refused, so that a recorded one cannot be repeated later. */
export const REQUEST_WINDOW_MS = 5 * MINUTE_MS
/** Rows of one page of rounds or balances. */
export const PAGE_MAX = 200

export const TIME_HEADER = 'x-venue-time'
export const ID_HEADER = 'x-venue-id'
export const SIGNATURE_HEADER = 'x-venue-signature'

const memberId = z.uuid()
const currency = z.enum(['CNY', 'USDT'])
const minorUnits = z.int().min(0)
const time = z.int().min(0)
/** One line without control characters. A lone surrogate would stop the storage of all later rounds, so it is replaced. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u)
    .transform((text) => text.replaceAll(UNSTORABLE_CHARACTERS, '\ufffd'))

export const TransferRequest = z.strictObject({
  orderNo: z.string().regex(/^T\d{16}$/),
  kind: z.enum(['in', 'out']),
  memberId,
  currency,
  amount: z.int().min(1),
})
export type TransferRequest = z.infer<typeof TransferRequest>

/** A transfer as the provider knows it. `missing`: it has never received the number. */
const Transfer = z.discriminatedUnion('state', [
  z.object({ ...TransferRequest.shape, state: z.enum(['pending', 'paid', 'rejected']) }),
  z.object({ orderNo: TransferRequest.shape.orderNo, state: z.literal('missing') }),
])

/** `inPlay`: stakes of rounds that have not ended; they are not part of `balance`. */
const Balance = z.object({ memberId, currency, balance: minorUnits, inPlay: minorUnits })
export type ProviderBalance = z.infer<typeof Balance>

/** A round that has ended. `seq` is dense and starts with 1. */
const Round = z.object({
  seq: z.int().min(1),
  roundId: z.string().regex(/^[\w-]{1,64}$/),
  memberId,
  currency,
  title: line(120),
  staked: minorUnits,
  returned: minorUnits,
  endedAt: time,
})
export type ProviderRound = z.infer<typeof Round>

/** Request and response of each method. */
export const PROVIDER_METHODS = {
  /** Executes a transfer once per number. */
  transfer: { request: TransferRequest, response: Transfer },
  'transfer-state': { request: z.strictObject({ orderNo: TransferRequest.shape.orderNo }), response: Transfer },
  balance: { request: z.strictObject({ memberId, currency }), response: Balance },
  /** Balances that are not 0, a page at a time. `next` is the `after` of the next page; null at the end. */
  balances: {
    request: z.strictObject({ after: z.string().max(128) }),
    response: z.object({ list: z.array(Balance).max(PAGE_MAX), next: z.string().min(1).max(128).nullable() }),
  },
  /** Rounds after a number, in their order. */
  rounds: {
    request: z.strictObject({ after: z.int().min(0) }),
    response: z.object({ list: z.array(Round).max(PAGE_MAX) }),
  },
  /** An address that opens the game for this member. */
  launch: {
    request: z.strictObject({ memberId, currency, gameId: z.string().max(64).nullable() }),
    response: z.object({ url: z.url({ protocol: /^https?$/ }).max(256) }),
  },
  /** S4.7: 0 = open, 1 = under maintenance, 2 = not opened yet. */
  maintenance: {
    request: z.strictObject({}),
    response: z.object({ status: z.int().min(0).max(2), start: time.nullable(), end: time.nullable() }),
  },
} as const
export type ProviderMethod = keyof typeof PROVIDER_METHODS
export type ProviderRequest<Method extends ProviderMethod> = z.infer<(typeof PROVIDER_METHODS)[Method]['request']>
export type ProviderResponse<Method extends ProviderMethod> = z.infer<(typeof PROVIDER_METHODS)[Method]['response']>

export const pathOf = (method: ProviderMethod): string => `/venue/v1/${method}`

/** The parts of a request that its signature covers. */
interface SignedRequest {
  readonly method: string
  /** Epoch milliseconds of the sender, decimal. */
  readonly time: string
  /** A different one for each request. */
  readonly id: string
  readonly body: string
}

/** Hexadecimal HMAC-SHA256 over `method\ntime\nid\nbody`. */
export function requestSignature(secret: string, { method, time: at, id, body }: SignedRequest): string {
  return hmac(secret, `${method}\n${at}\n${id}\n${body}`)
}

/** Hexadecimal HMAC-SHA256 over `id\nbody`, with the id of the request, so that it cannot respond to another request. */
export function responseSignature(secret: string, id: string, body: string): string {
  return hmac(secret, `${id}\n${body}`)
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
