import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

describe.each(STORE_KINDS)('the gifts of operators on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let editor: ConsoleClient
  let memberId: string

  beforeAll(async () => {
    console = await openTestConsole(kind)
    root = (await console.setUp()).client
    editor = await console.add(root, 'editor', 'editor')
    memberId = await memberWith(console.database, 1_000)
  }, 120_000)
  afterAll(() => console.close())

  const drum = { id: 4, version: 1, name: '战鼓', price: 99, icon: 'drum', order: 40, isOnSale: true } as const
  const save = (edit: Partial<ConsoleRequestOf<'gift.save'>>, client = editor) =>
    client.call('gift.save', { ...drum, reason: '调整礼物', ...edit })
  const send = (giftId: number, idempotencyKey: string) =>
    console.services.ledger.sendGift({
      memberId,
      anchorRoomId: 'anchor-1',
      chatRoomNo: 'room-1',
      giftId,
      count: 2,
      comboId: 'combo-0001',
      idempotencyKey,
    })

  it('S3.21 cost their new price from the change on; a gift that was sent keeps its price', async () => {
    const key = newKey()
    expect(await send(4, key)).toMatchObject({ data: { total: 198, balance: 802 } })
    const saved = await save({ price: 150, name: '大鼓' })
    expect(saved.data.gift).toEqual({ ...drum, price: 150, name: '大鼓', version: 2 })
    // The same request again.
    expect(await send(4, key)).toMatchObject({ data: { isReplay: true, total: 198, balance: 802 } })
    expect(await send(4, newKey())).toMatchObject({ data: { total: 300, balance: 502 } })
    const orders = await console.services.ledger.giftsOf(memberId, null, 10)
    expect(orders.map(({ total }) => total).toSorted((one, other) => one - other)).toEqual([198, 300])
    await expectInvariants(console.database)
  })

  it('cannot be sent while they are not on sale', async () => {
    expect((await save({ version: 2, isOnSale: false })).data.gift.isOnSale).toBe(false)
    expect(await send(4, newKey())).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('are added with an id of their own, by two operators at the same time too', async () => {
    const added = { id: null, version: 0, name: '披萨', icon: 'clap' } as const
    const results = await Promise.all([save(added), save({ ...added, name: '奶茶' }, root)])
    const ids = results.map(({ data }) => data.gift.id)
    expect([...ids].sort((one, other) => one - other)).toEqual([7, 8])
    const { list } = (await editor.call('gift.list', {})).data
    expect(list.filter(({ id }) => ids.includes(id))).toHaveLength(2)
    expect(await send(7, newKey())).toMatchObject({ ok: true })
  })

  it('show a conflict to the second of two operators; every change is in history and audit log', async () => {
    expect(await save({ version: 2, price: 1 }, root)).toMatchObject({
      code: CONSOLE_CODES.EDIT_CONFLICT,
      data: { current: { id: 4, price: 99, version: 3 } },
    })
    expect((await save({ id: 99 })).code).toBe(CODES.NOT_FOUND)
    const { list } = (await editor.call('revision.list', { subject: 'gift-4' })).data
    expect(list.map(({ version, value }) => [version, (value as { price: number }).price])).toEqual([
      [3, 99],
      [2, 150],
    ])
    const lines = (await root.call('audit.list', {})).data.list.filter(({ target }) => target === 'gift 4')
    const changes = lines.map(({ action, before, after }) => ({ action, before, after }))
    expect(changes).toContainEqual({
      action: 'gift.save',
      before: { ...drum },
      after: { ...drum, version: 2, price: 150, name: '大鼓', reason: '调整礼物' },
    })
  })

  it.each([
    ['no price', { price: 0 }],
    ['a fraction', { price: 1.5 }],
    ['a price above the maximum', { price: 1_000_001 }],
    ['an icon of another site', { icon: 'https://evil.example/a.svg' as never }],
    ['an empty name', { name: ' ' }],
  ])('refuses %s', async (_what, edit) => {
    expect((await save({ version: 3, ...edit })).code).toBe(CODES.PARAM_ERROR)
  })
})
