import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Database } from '#server/database/database.ts'
import { BundledVenue } from '#server/venues/bundled-venue.ts'
import type { GameVenue } from '#server/venues/venue.ts'
import type { Wallet } from '#server/wallet/wallet.ts'
import { newKey } from '../../support/ledger-members.ts'
import { REMOTE } from '../../support/remote-config.ts'
import { remoteWorld } from '../../support/remote-venue.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { credit } from '../../support/wallet-funds.ts'

/** All venues that can be played, bundled ones and one at a simulated provider. Each passes this suite. */
const VENUES: readonly [string, (store: Database, wallet: Wallet, remote: () => GameVenue) => GameVenue][] = [
  ['YBTY', (store, wallet) => new BundledVenue('YBTY', store, wallet)],
  ['YBZR', (store, wallet) => new BundledVenue('YBZR', store, wallet)],
  ['YBDZ', (store, wallet) => new BundledVenue('YBDZ', store, wallet)],
  [REMOTE, (_store, _wallet, remote) => remote()],
]

describe.each(VENUES)('S7.55 S7.56 S7.58 S7.65 the venue %s', (enName, open) => {
  describe.each(STORE_KINDS)('on %s', (kind) => {
    const { world, open: openRemote } = remoteWorld(kind)

    async function opened() {
      const remote = openRemote()
      await remote.poll()
      const venue = open(world.store, world.wallet, () => remote)
      const memberId = await world.member()
      await credit(world.store, memberId, 'CNY', 500_00)
      const money = (amount: number) => ({ memberId, currency: 'CNY' as const, amount, idempotencyKey: newKey() })
      return { venue, memberId, money }
    }

    it('has a name, a page and a state', async () => {
      const { venue, memberId } = await opened()
      expect(venue.enName).toBe(enName)
      const { url, mode } = await venue.launch(undefined, { memberId, currency: 'CNY' })
      expect(url).toMatch(mode === 'tab' ? /^(\/app\/|https?:\/\/)/ : /^\/app\//)
      expect(venue.maintenance()).toEqual({ status: 0, start: null, end: null })
    })

    it('takes money in and gives it back, each once per key', async () => {
      const { venue, memberId, money } = await opened()
      const inMoney = money(300_00)
      expect(await venue.transferIn(inMoney)).toMatchObject({ ok: true, data: { isReplay: false } })
      expect(await venue.transferIn(inMoney)).toMatchObject({ ok: true, data: { isReplay: true } })
      expect(await venue.balance(memberId, 'CNY')).toBe(300_00)
      expect(await venue.transferOut(money(100_00))).toMatchObject({ ok: true })
      expect(await venue.transferOut(money(201_00))).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
      expect(await venue.balance(memberId, 'CNY')).toBe(200_00)
      expect(await world.balance(memberId)).toBe(300_00)
    })

    it('gives back all that it has', async () => {
      const { venue, memberId, money } = await opened()
      const key = { memberId, currency: 'CNY' as const, idempotencyKey: newKey() }
      expect(await venue.recover(key)).toBeNull()
      await venue.transferIn(money(120_00))
      expect(await venue.recover(key)).toMatchObject({ ok: true, data: { order: { amount: 120_00 } } })
      expect(await venue.balance(memberId, 'CNY')).toBe(0)
    })

    it('has no records of a member who has not played', async () => {
      const { venue, memberId } = await opened()
      const filter = { memberId, currency: 'CNY' as const, start: 0, end: world.clock.now() }
      expect(await venue.records({ ...filter, status: 'all', pageNum: 1 })).toEqual({
        list: [],
        total: 0,
        pageNum: 1,
        pageSize: 20,
      })
      expect(await venue.totals(filter)).toEqual({ count: 0, staked: 0, returned: 0, open: 0 })
    })
  })
})
