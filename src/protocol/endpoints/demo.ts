import * as z from 'zod/mini'
import { GIFT_COUNT_MAX } from '../constants.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, nothing, text } from './shapes.ts'

/**
 * Behaviour of the demo bank. `late`: a payment arrives after the order was cancelled or closed. `duplicate`: each webhook
 * is sent three times. `silent`: no webhooks, and calls fail after they were executed.
 */
export const BANK_SCRIPTS = ['normal', 'slow', 'late', 'reject', 'duplicate', 'silent'] as const
const BankScript = z.enum(BANK_SCRIPTS)
export type BankScript = z.infer<typeof BankScript>

/** Calls of demo mode only, for load and replay tools. */
export const demoEndpoints = {
  'demo.say': endpoint({
    path: '/api/demo/v1/say',
    summary: 'Posts and deletes chat messages of seeded members. The load token lifts rate limits (settled 22).',
    request: z.strictObject({
      loadToken: text(64),
      chatRoomNo,
      messages: z
        .array(
          z.strictObject({
            /** Author: each text is mapped to one of the 2,000 seeded members. */
            user: text(64),
            cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
            text: z.string().check(z.minLength(1), z.maxLength(400)),
          }),
        )
        .check(z.maxLength(500)),
      /** Ids of messages to delete, after the new ones are posted. */
      deletes: z.optional(z.array(text(64)).check(z.maxLength(500))),
    }),
    /** `ids`: of each message its id, null if it was refused. */
    data: z.object({ accepted: count, refused: count, lastSeq: count, ids: z.array(z.nullable(text(64))) }),
  }),
  'demo.gift': endpoint({
    path: '/api/demo/v1/gift',
    summary:
      'Sends gifts of seeded members, by default the cheapest one. Charged like every gift. Requires the load token.',
    request: z.strictObject({
      loadToken: text(64),
      chatRoomNo,
      gifts: z
        .array(
          z.strictObject({
            user: text(64),
            comboId: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
            giftId: z.optional(z.int()),
            count: z.optional(z.int().check(z.minimum(1), z.maximum(GIFT_COUNT_MAX))),
          }),
        )
        .check(z.minLength(1), z.maxLength(200)),
    }),
    data: z.object({ accepted: count, refused: count }),
  }),
  'demo.order': endpoint({
    path: '/api/demo/v1/order',
    summary: 'Shows orders of seeded members in a room and reverts earlier ones. Requires the load token.',
    request: z.strictObject({
      loadToken: text(64),
      chatRoomNo,
      orders: z
        .array(z.strictObject({ user: text(64), cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)) }))
        .check(z.maxLength(200)),
      /** Ids of order entries. */
      reverts: z.array(text(64)).check(z.maxLength(200)),
    }),
    /** Ids of the new order entries. */
    data: z.object({ ids: z.array(text(64)) }),
  }),
  'demo.outbox': endpoint({
    path: '/api/demo/v1/outbox',
    readOnly: true,
    summary: 'Text messages and mails that this demo server sent, newest first. They leave it on this page only.',
    request: nothing,
    data: z.object({
      list: z.array(
        z.object({ id: text(64), channel: z.enum(['sms', 'mail']), to: text(254), text: text(1000), at: z.int() }),
      ),
    }),
  }),
  'demo.bank': endpoint({
    path: '/api/demo/v1/bank',
    access: 'member',
    summary: 'Reads or sets how the demo bank treats later orders of the member. Play money only.',
    request: z.strictObject({ script: z.optional(BankScript) }),
    data: z.object({ script: BankScript, scripts: z.array(BankScript) }),
  }),
  'demo.provoke': endpoint({
    path: '/api/demo/v1/provoke',
    summary: "Makes this device's next calls fail with a code, for tests of outcomes.",
    request: z.strictObject({
      /** Part of the path of the failing calls. */
      path: text(128).check(z.minLength(4)),
      code: z.int(),
      times: z.int().check(z.minimum(1), z.maximum(20)),
      data: z.optional(z.unknown()),
    }),
    data: z.object({}),
  }),
} as const
