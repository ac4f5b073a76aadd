import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { isOpen } from '#protocol/wallet/order-states.ts'
import { uploadCalls } from '#server/calls/account/upload.ts'
import { createMaintenance } from '#server/database/maintain.ts'
import { RETENTION_DAYS } from '#server/config/database-settings.ts'
import type { OrderRow } from '#server/database/schema/wallet.ts'
import { eraseMember } from '#server/operation/personal-data/erase-member.ts'
import { PictureDecoder } from '#server/members/uploads/picture-decoder.ts'
import { Uploads } from '#server/members/uploads/uploads.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { walletWorld } from '../../support/wallet.ts'
import { walletCallsOn } from '../wallet/wallet-calls-support.ts'

const PNG = { type: 'image/png', bytes: Uint8Array.of(1, 2, 3) }

describe.each(STORE_KINDS)('a picture that an open order needs, on %s', (kind) => {
  const world = walletWorld(kind)
  const { signedIn } = walletCallsOn(world)

  /** A deposit in appeal with a proof, and the calls of its member. */
  async function appealed() {
    const { store, wallet, clock } = world
    const { caller, memberId } = await signedIn()
    const uploads = new Uploads(store, clock)
    const calls = uploadCalls({ uploads, pictures: new PictureDecoder() })
    const created = await world.created(
      await wallet.deposit('demo-bank', { memberId, amount: 100_00, idempotencyKey: newKey() }),
    )
    const [proof, other] = (await uploads.add(memberId, 'proof', [PNG, PNG])) ?? []
    if (!proof || !other) throw new Error('no pictures')
    let order: OrderRow | null = await wallet.orders.addProofs(created, [proof.id], 3)
    for (const event of ['claim', 'appeal'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      order = order && (await wallet.orders.apply(order, event, { actor: 'member', dueAt: null, note: '已付款' }))
    }
    if (!order || !isOpen(order.kind, order.status)) throw new Error('the order is not in appeal')
    const settle = () => wallet.orders.apply(order, 'paid', { actor: 'operator', dueAt: null })
    return { uploads, calls, caller, memberId, proof: proof.id, other: other.id, settle }
  }
  const maintain = (days = 0) =>
    createMaintenance(world.store, { retention: RETENTION_DAYS, log: testLog() })(
      world.clock.now() + days * 24 * 3_600_000,
    )
  const stored = async (memberId: string): Promise<unknown[]> =>
    (await world.store.db.execute(sql`select id from upload where member_id = ${memberId}`)).rows.map(({ id }) => id)

  it('S7.72 is deleted when the order has its outcome, although its member removed it before', async () => {
    const { uploads, calls, caller, memberId, proof, other, settle } = await appealed()
    expect(await calls['upload.remove']({ id: other }, caller())).toEqual({ ok: true, data: { isKept: false } })
    expect(await calls['upload.remove']({ id: proof }, caller())).toEqual({ ok: true, data: { isKept: true } })
    // The member does not see it any more; an operator who reviews the order does.
    expect(await calls['upload.image']({ id: proof }, caller())).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await calls['upload.remove']({ id: proof }, caller())).toMatchObject({ code: CODES.NOT_FOUND })
    expect([...((await uploads.findProof(memberId, proof))?.bytes ?? [])]).toEqual([...PNG.bytes])
    await maintain()
    expect(await stored(memberId)).toEqual([proof])
    expect(await settle()).not.toBeNull()
    await maintain()
    expect(await stored(memberId)).toEqual([])
  })

  it('S7.72 outlasts the retention period', async () => {
    const { memberId, proof, settle } = await appealed()
    await maintain(RETENTION_DAYS.uploads + 1)
    expect(await stored(memberId)).toEqual([proof])
    await settle()
    await maintain(RETENTION_DAYS.uploads + 3)
    expect(await stored(memberId)).toEqual([])
  })

  it('S7.72 outlasts the erasure of its member', async () => {
    const { uploads, memberId, proof, settle } = await appealed()
    const options = { passwords: testPasswords(), now: world.clock.now(), operator: null, running: null }
    expect(await eraseMember(world.store, memberId, options)).toBe(true)
    expect(await stored(memberId)).toEqual([proof])
    expect(await uploads.find(memberId, proof)).toBeNull()
    await settle()
    await maintain()
    expect(await stored(memberId)).toEqual([])
  })
})
