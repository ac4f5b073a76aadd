import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { type OrderRow, paymentWebhook } from '#server/database/schema/wallet.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import {
  registerPaymentWebhooks,
  WEBHOOK_PATH,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_TIMESTAMP_HEADER,
} from '#server/calls/wallet/payment-webhooks.ts'
import { createLog } from '#server/config/log.ts'
import { type SignedWebhook, signWebhook } from '#server/wallet/payments/adapter.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { WEBHOOK_SECRET, walletWorld } from '../../support/wallet.ts'

const BLOCKED = { current: false }

describe.each(STORE_KINDS)('webhooks of the payment channel on %s', (kind) => {
  const world = walletWorld(kind)
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    const { now } = world.clock
    app = createHttpServer({ log: createLog('silent'), now })
    await registerPaymentWebhooks(app, { runner: world.runner, mayConnect: () => !BLOCKED.current, now })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  async function post({ body, timestamp, signature }: SignedWebhook, channel = 'demo-bank', headers = {}) {
    const response = await fetch(`${url}${WEBHOOK_PATH}${channel}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_TIMESTAMP_HEADER]: String(timestamp),
        [WEBHOOK_SIGNATURE_HEADER]: signature,
        ...headers,
      },
      body,
    })
    return { status: response.status, text: await response.text() }
  }

  const report = ({ orderNo }: OrderRow, state: 'matched' | 'paid' | 'rejected', at = world.clock.now()) =>
    signWebhook({ id: newKey(), orderNo, state }, WEBHOOK_SECRET, at)

  /** A claimed deposit of 100.00 whose payment the bank does not report itself. */
  async function claimed(payTypeId = 'demo-bank') {
    const memberId = await world.member()
    await world.bank.choose(memberId, 'silent')
    const money = { memberId, amount: 100_00, idempotencyKey: newKey() }
    const order = await world.created(await world.wallet.deposit(payTypeId, money))
    await world.wallet.orders.apply(order, 'claim', { actor: 'member', dueAt: null })
    return { memberId, order }
  }

  it('credits a deposit once for simultaneous and later copies, without an origin or an envelope', async () => {
    const { memberId, order } = await claimed()
    const webhook = report(order, 'paid')
    const copies = await Promise.all(Array.from({ length: 10 }, () => post(webhook)))
    expect(new Set(copies.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"received":true}']))
    expect((await post(report(order, 'paid'))).status).toBe(200)
    expect(await world.balance(memberId)).toBe(100_00)
    expect(await world.statusOf(order)).toBe('3')
  })

  it('ignores a report that arrives after a later one', async () => {
    const { memberId, order } = await claimed('demo-speed')
    expect((await post(report(order, 'paid'))).status).toBe(200)
    expect((await post(report(order, 'matched'))).status).toBe(200)
    expect((await post(report(order, 'rejected'))).status).toBe(200)
    expect([await world.statusOf(order), await world.balance(memberId)]).toEqual(['3', 100_00])
  })

  it('Annex E.2: a payment that is reported after the cancellation goes to the late review', async () => {
    const memberId = await world.member()
    const money = { memberId, amount: 100_00, idempotencyKey: newKey() }
    const order = await world.created(await world.wallet.deposit('demo-bank', money))
    await world.runner.end(order, 'cancel', 'member')
    expect((await post(report(order, 'paid'))).status).toBe(200)
    expect([await world.statusOf(order), await world.balance(memberId)]).toEqual(['8', 0])
  })

  it('refuses forged, changed, old and future webhooks with one response', async () => {
    const { memberId, order } = await claimed()
    const now = world.clock.now()
    const event = { id: newKey(), orderNo: order.orderNo, state: 'paid' } as const
    const genuine = signWebhook(event, WEBHOOK_SECRET, now)
    const refused = [
      signWebhook(event, 'another secret', now),
      { ...genuine, body: genuine.body.replace('paid', 'matched') },
      { ...genuine, timestamp: now + 1 },
      { ...genuine, signature: '' },
      { ...genuine, signature: genuine.signature.slice(0, -2) },
      { ...genuine, timestamp: 'now' as unknown as number },
      signWebhook(event, WEBHOOK_SECRET, now - 5 * MINUTE_MS - 1),
      signWebhook(event, WEBHOOK_SECRET, now + 5 * MINUTE_MS + 1),
      signWebhook({ ...event, extra: 1 } as typeof event, WEBHOOK_SECRET, now),
      signWebhook({ ...event, orderNo: "D1' or 1=1" }, WEBHOOK_SECRET, now),
    ]
    const responses = await Promise.all(refused.map((webhook) => post(webhook)))
    const texts = responses.map(({ status, text }) => `${status} ${text.replace(/"traceId":"[^"]*"/, '')}`)
    expect(new Set(texts).size).toBe(1)
    expect(responses[0]?.status).toBe(401)
    expect([await world.statusOf(order), await world.balance(memberId)]).toEqual(['2', 0])
  })

  it('does not settle a transfer, which only the venue reports', async () => {
    const { memberId, order: deposit } = await claimed()
    await post(report(deposit, 'paid'))
    const money = { memberId, amount: 50_00, idempotencyKey: newKey() }
    const venue = { venueEnName: 'YBTY', currency: 'CNY' } as const
    const order = await world.created(await world.wallet.transfer('transferIn', venue, money))
    expect(order.status).toBe('0')
    expect((await post(report(order, 'rejected'))).status).toBe(200)
    expect(await world.statusOf(order)).toBe('0')
  })

  it('keeps records of webhooks for a day', async () => {
    const stored = () => world.store.db.$count(paymentWebhook)
    const { order } = await claimed()
    await post(report(order, 'paid'))
    const before = await stored()
    await world.runner.forgetWebhooks()
    expect([before > 0, await stored()]).toEqual([true, before])
    world.clock.move(25 * HOUR_MS)
    await world.runner.forgetWebhooks()
    expect(await stored()).toBe(0)
  })

  it('accepts a webhook of an unknown order, so that the channel does not repeat it', async () => {
    const event = { id: newKey(), orderNo: 'D2611210000000000', state: 'paid' } as const
    expect((await post(signWebhook(event, WEBHOOK_SECRET, world.clock.now()))).status).toBe(200)
  })

  it('refuses other channels, large bodies, other types and blocked addresses', async () => {
    const { order } = await claimed()
    const webhook = report(order, 'paid')
    expect((await post(webhook, 'other-bank')).status).toBe(404)
    expect((await post({ ...webhook, body: ' '.repeat(5_000) })).status).toBe(413)
    expect((await post(webhook, 'demo-bank', { 'content-type': 'text/plain' })).status).toBe(415)
    BLOCKED.current = true
    expect((await post(webhook)).status).toBe(403)
    BLOCKED.current = false
    expect(await world.statusOf(order)).toBe('2')
  })

  it('limits the requests of an address', async () => {
    const unknown = signWebhook({ id: 'x', orderNo: 'D2611210000000000', state: 'paid' }, 'forged', world.clock.now())
    const statuses: number[] = []
    for (let request = 0; request < 121 && statuses.at(-1) !== 429; request += 1) {
      statuses.push((await post(unknown)).status)
    }
    expect(statuses.at(-1)).toBe(429)
    world.clock.move(1_000)
    expect((await post(unknown)).status).toBe(401)
  })
})
