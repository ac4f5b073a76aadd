import * as z from 'zod/mini'
import { count, text } from '../endpoints/shapes.ts'
import { ORDER_KINDS } from '../wallet/order-states.ts'
import { consoleAction, itemVersion, reason, timePosition } from './action.ts'
import { REVIEW_DECISIONS } from './constants.ts'

const orderNo = z.string().check(z.regex(/^[DWPT]\d{16}$/))
/** The member sees it with the order. */

const Review = z.object({
  orderNo,
  kind: z.enum(ORDER_KINDS),
  /** Annex E.2-E.5. The possible decisions follow from it by `order-states.ts`. */
  status: text(2),
  currency: z.enum(['CNY', 'USDT']),
  /** Minor units. */
  amount: count,
  fee: count,
  channel: text(64),
  /** Masked account of a withdrawal; empty for other orders. */
  account: text(64),
  userId: text(64),
  memberName: text(32),
  createdAt: z.int(),
  /** Time in its state by the clock of the server, in milliseconds. */
  waitedMs: count,
  /** Transitions, oldest first. `note` is the reason of an appeal or a decision. */
  events: z.array(z.object({ event: text(16), to: text(2), actor: text(16), note: text(200), at: z.int() })),
  /** Ids of proof images. */
  proofs: z.array(text(64)),
  version: itemVersion,
})
export type ConsoleReview = z.infer<typeof Review>

/** Wallet orders that wait for an operator: withdrawals, late payments, appeals and unknown transfers. */
export const walletActions = {
  /** Waiting orders, the longest waiting first, or decided ones, the newest first. */
  'review.list': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ isOpen: z.boolean(), after: z.optional(timePosition) }),
    data: z.object({ list: z.array(Review), next: z.nullable(timePosition) }),
  }),
  /** Decides an order and moves its money. Refused with EDIT_CONFLICT if it has changed since it was read. */
  'review.decide': consoleAction({
    access: ['operator'],
    request: z.strictObject({ orderNo, version: itemVersion, decision: z.enum(REVIEW_DECISIONS), reason }),
    data: z.object({ review: Review }),
  }),
  /** A proof image of an order, as base64. */
  'review.proof': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ orderNo, id: text(64) }),
    data: z.object({ type: z.enum(['image/jpeg', 'image/png', 'image/webp']), base64: z.string() }),
  }),
} as const
