import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { ORDER_OUTCOMES, type OrderKind, type OrderOutcome } from '#protocol/wallet/order-states.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { isEqualText } from '../../config/secrets.ts'

/** The part of an order that the counterparty needs. The order number is the idempotency key of every call. */
export interface PaymentOrder {
  readonly orderNo: string
  readonly kind: OrderKind
  readonly memberId: string
  readonly currency: 'CNY' | 'USDT'
  /** Minor units. */
  readonly amount: number
  /** Chain that a deposit of USDT is paid on; empty for other orders. */
  readonly chain: string
}

/** What the counterparty knows about an order. `missing`: it has never received it. `pending`: no outcome is known yet. */
export type PaymentState = 'missing' | 'pending' | OrderOutcome

/**
 * A payment channel. All methods may be repeated with the same order and may reject; the outcome is then unknown, and
 * `query` finds it.
 */
export interface PaymentAdapter {
  readonly id: string
  /** Opens a payment of the member and returns how to pay. */
  create(order: PaymentOrder): Promise<NonNullable<WalletOrder['pay']>>
  /** The member says that the payment was made. */
  claim(order: PaymentOrder): Promise<void>
  /**
   * No payment is expected any more. A payment that still arrives is reported as paid. A payout that follows has no
   * effect, also if the number was unknown.
   */
  cancel(order: PaymentOrder): Promise<void>
  /** Sends a payment that was not credited back to its payer. Resolves when this was accepted. */
  giveBack(order: PaymentOrder): Promise<void>
  /** Sends money to the member. Resolves when the order was accepted, not when it was paid. */
  payOut(order: PaymentOrder): Promise<void>
  query(order: PaymentOrder): Promise<PaymentState>
}

/** Body of a webhook. */
const WebhookEvent = z.strictObject({
  id: z.string().min(1).max(64),
  orderNo: z.string().regex(/^[DWPT]\d{16}$/),
  state: z.enum(ORDER_OUTCOMES),
})
type WebhookEvent = z.infer<typeof WebhookEvent>

/** A webhook as it is received. The signature is HMAC-SHA256 over `timestamp.body`, hexadecimal. */
export interface SignedWebhook {
  readonly body: string
  /** Epoch milliseconds of the sender. */
  readonly timestamp: number
  readonly signature: string
}

/** Webhooks that are older or newer are refused, so that a recorded one cannot be replayed later. */
const WEBHOOK_WINDOW_MS = 5 * MINUTE_MS

export function signWebhook(event: WebhookEvent, secret: string, timestamp: number): SignedWebhook {
  const body = JSON.stringify(event)
  return { body, timestamp, signature: signatureOf(body, timestamp, secret) }
}

/** The event of a webhook; null if its signature, time or content is wrong. */
export function openWebhook({ body, timestamp, signature }: SignedWebhook, secret: string, now: number) {
  if (!(Math.abs(now - timestamp) <= WEBHOOK_WINDOW_MS)) return null
  if (!isEqualText(signature, signatureOf(body, timestamp, secret))) return null
  try {
    return WebhookEvent.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

function signatureOf(body: string, timestamp: number, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}
