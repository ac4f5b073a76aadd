import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { OrderEvent } from '#protocol/wallet/order-states.ts'
import type { OrderRow } from '#server/database/schema/wallet.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { balanceOf, credit } from '../../support/wallet-funds.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

const CARD = { id: 'card-1', name: '中国工商银行', masked: '**** 7894', kind: 'bank', currency: 'CNY' } as const
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(STORE_KINDS)('reviews of wallet orders on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let auditor: ConsoleClient
  let memberId: string

  beforeAll(async () => {
    console = await openTestConsole(kind)
    // Demo mode reviews by itself.
    await console.services.walletJobs.close()
    const seed = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 0 }
    const [made] = await console.services.members.ensure([{ ...seed, name: 'payee', nickname: '王小明' }])
    memberId = made?.memberId ?? expect.fail('no member')
    await credit(console.database, memberId, 'CNY', 10_000_00)
    root = (await console.setUp()).client
    auditor = await console.add(root, 'auditor1', 'auditor')
  })
  afterAll(() => console.close())

  /** Moves an order by events of its member and of others. Nothing looks at it afterwards. */
  async function move(order: OrderRow, ...events: readonly (readonly [OrderEvent, 'member' | 'adapter' | 'system'])[]) {
    let moved = order
    for (const [event, actor] of events) {
      const note = event === 'appeal' ? '已经转账' : ''
      const next = await console.services.wallet.orders.apply(moved, event, { actor, note, dueAt: null })
      moved = next ?? expect.fail(`no ${event}`)
    }
    return moved
  }

  async function withdrawal(...events: Parameters<typeof move>[1][]) {
    const money = { memberId, amount: 200_00, idempotencyKey: newKey() }
    const created = await console.services.wallet.withdraw('withdraw', CARD, money)
    return created.ok ? move(created.data.order, ...events) : expect.fail(created.message)
  }

  async function deposit(...events: Parameters<typeof move>[1][]) {
    const money = { memberId, amount: 300_00, idempotencyKey: newKey() }
    const created = await console.services.wallet.deposit('demo-bank', money)
    return created.ok ? move(created.data.order, ...events) : expect.fail(created.message)
  }

  const reviewing = () => withdrawal()
  const main = () => balanceOf(console.database, memberId, 'main', 'CNY')
  const locked = () => balanceOf(console.database, memberId, 'locked', 'CNY')
  const open = async (client = root) => (await client.call('review.list', { isOpen: true })).data.list

  function decide({ orderNo, version }: OrderRow, decision: 'approve' | 'paid' | 'confirm' | 'reject' | 'fail') {
    return root.call('review.decide', { orderNo, version, decision, reason: '核对过流水' })
  }

  it('S4.13: lists orders that wait for an operator, the longest waiting first, with member and history', async () => {
    const first = await reviewing()
    console.clock.move(60_000)
    const second = await deposit(['claim', 'member'], ['appeal', 'member'])
    console.clock.move(60_000)
    await deposit(['claim', 'member'])
    const list = await open(auditor)
    expect(list.map(({ orderNo }) => orderNo)).toEqual([first.orderNo, second.orderNo])
    expect(list[0]).toMatchObject({
      kind: 'withdraw',
      status: '1',
      memberName: '王小明',
      account: '中国工商银行 **** 7894',
    })
    expect(list[1]?.events.at(-1)).toMatchObject({ event: 'appeal', actor: 'member', note: '已经转账' })
    expect(JSON.stringify(list)).not.toContain(memberId)
    await decide(first, 'reject')
    await decide(second, 'reject')
  })

  it('Annex E.3: an approved withdrawal is paid by the runner, with the reason in its history and an audit line', async () => {
    console.clock.move(60_000)
    const order = await reviewing()
    const decided = await decide(order, 'approve')
    expect(decided.data.review).toMatchObject({
      status: '2',
      events: expect.arrayContaining([
        expect.objectContaining({ event: 'approve', actor: 'operator', note: '核对过流水' }),
      ]) as unknown,
    })
    expect((await console.services.wallet.orders.find(order.orderNo))?.dueAt).toBe(console.clock.now())
    const { list } = (await root.call('audit.list', { action: 'review.decide' })).data
    expect(list[0]).toMatchObject({ target: `order ${order.orderNo}`, actor: 'root' })
    const done = (await root.call('review.list', { isOpen: false })).data.list
    expect(done[0]?.orderNo).toBe(order.orderNo)
  })

  it('Annex E.2 Annex E.3: credits and releases money by the decision, once', async () => {
    const [balance, reserved] = [await main(), await locked()]
    const rejected = await reviewing()
    expect(await locked()).toBe(reserved + 200_00)
    expect((await decide(rejected, 'reject')).data.review.status).toBe('7')
    expect([await main(), await locked()]).toEqual([balance, reserved])
    const late = await deposit(['cancel', 'member'], ['late', 'adapter'])
    expect((await decide(late, 'paid')).data.review.status).toBe('3')
    const appealed = await deposit(['claim', 'member'], ['appeal', 'member'])
    expect((await decide(appealed, 'paid')).data.review.status).toBe('3')
    expect(await main()).toBe(balance + 600_00)
    expect((await decide(appealed, 'paid')).code).toBe(CONSOLE_CODES.EDIT_CONFLICT)
    expect(await reconcile(console.database.db)).toEqual([])
  })

  it('of 20 simultaneous decisions one counts; the others see the order as it is', async () => {
    const order = await reviewing()
    const decisions = Array.from({ length: 20 }, (_, index) => decide(order, index % 2 === 0 ? 'approve' : 'reject'))
    const results = await Promise.all(decisions)
    expect(results.filter(({ code }) => code === 0)).toHaveLength(1)
    const refused = results.find(({ code }) => code !== 0)
    expect(refused).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT, data: { current: { orderNo: order.orderNo } } })
    expect(await reconcile(console.database.db)).toEqual([])
  })

  it('refuses decisions that the state does not allow, unknown orders and other roles', async () => {
    const order = await reviewing()
    expect((await decide(order, 'paid')).code).toBe(CODES.PARAM_ERROR)
    expect((await decide({ ...order, orderNo: 'W2611210000000000' }, 'approve')).code).toBe(CODES.NOT_FOUND)
    const asked = { orderNo: order.orderNo, version: order.version, decision: 'approve', reason: '看过了' } as const
    expect((await auditor.call('review.decide', asked)).code).toBe(CONSOLE_CODES.ROLE_REFUSED)
    const claimed = await deposit(['claim', 'member'])
    expect((await decide(claimed, 'paid')).code).toBe(CONSOLE_CODES.EDIT_CONFLICT)
    await decide(order, 'reject')
  })

  it('S7.72: shows the proofs of an order, and no other pictures', async () => {
    const { uploads, wallet } = console.services
    const order = await deposit(['claim', 'member'], ['appeal', 'member'])
    const stored = await uploads.add(memberId, 'proof', [
      { type: 'image/png', bytes: PNG },
      { type: 'image/png', bytes: PNG },
    ])
    const [proof = '', other = ''] = (stored ?? []).map(({ id }) => id)
    await wallet.orders.addProofs(order, [proof], 3)
    const { data } = await auditor.call('review.proof', { orderNo: order.orderNo, id: proof })
    expect(data).toEqual({ type: 'image/png', base64: PNG.toString('base64') })
    expect((await auditor.call('review.proof', { orderNo: order.orderNo, id: other })).code).toBe(CODES.NOT_FOUND)
    await decide(order, 'reject')
  })

  it('continues a list after an order that has changed since its page was read', async () => {
    const order = await deposit(['claim', 'member'], ['appeal', 'member'])
    await console.database.db.execute(sql`insert into wallet_order select (jsonb_populate_record(o, jsonb_build_object(
        'order_no', 'D991121' || lpad(n::text, 10, '0'), 'idem_key', o.idem_key || n,
        'updated_at', o.updated_at + n * interval '1 second'))).*
      from wallet_order o, generate_series(1, 60) n where o.order_no = ${order.orderNo}`)
    const page = (await root.call('review.list', { isOpen: true })).data
    const last = page.list.at(-1)?.orderNo ?? ''
    await console.database.db.execute(
      sql`update wallet_order set updated_at = updated_at + interval '1 hour' where order_no = ${last}`,
    )
    const after = page.next ?? expect.fail('one page')
    const rest = (await root.call('review.list', { isOpen: true, after })).data.list.map(({ orderNo }) => orderNo)
    expect(rest.at(-1)).toBe(last)
    expect(rest.at(-2)).toBe('D9911210000000060')
    expect(new Set([...page.list.map(({ orderNo }) => orderNo), ...rest]).size).toBe(61)
  })
})
