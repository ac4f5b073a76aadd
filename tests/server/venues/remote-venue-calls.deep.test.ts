import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { siteDateOf } from '#protocol/time.ts'
import type { Fault } from '#provider/faults.ts'
import { startProvider, type Provider } from '#provider/server.ts'
import type { Database } from '#server/database/database.ts'
import { Members } from '#server/members/members.ts'
import type { RunningServer } from '#server/main.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testPasswords } from '../../support/passwords.ts'
import { PROVIDER_SECRET, REMOTE, remoteConfig } from '../../support/remote-config.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { openIdleEmbedded } from '../../support/store.ts'
import { credit } from '../../support/wallet-funds.ts'
import { connectTo, createTestInstallation, signIn } from '../app/app-support.ts'

const CNY = { currency: 'CNY' } as const
/** Faster polls of several seconds exceed the call limit of a member. */
const RARELY = { interval: 250 }
const PASSWORD = 'Play2026x'
const venueNames = async (client: SealedClient) =>
  ((await client.call('venue.list', { type: 'all' })).data as DataOf<'venue.list'>).list.map(({ enName }) => enName)

describe('Annex E.5: a server with a remote venue', () => {
  const installation = createTestInstallation()
  let provider: Provider
  let server: RunningServer
  let client: SealedClient
  let memberId = ''

  beforeAll(async () => {
    provider = await startProvider({ secret: PROVIDER_SECRET })
    let database: Database | null = null
    server = await installation.start(
      { REMOTE_VENUES: JSON.stringify([remoteConfig(provider.url)]) },
      { open: async (options) => (database = await openIdleEmbedded(options)) },
    )
    const profile = { password: PASSWORD, nickname: '看客', vipLevel: 1, level: 3, siteId: 5009, coins: 0 }
    const members = new Members(database!, { now: Date.now, passwords: testPasswords() })
    const [made] = await members.ensure([{ ...profile, name: 'player1' }])
    memberId = made?.memberId ?? ''
    await credit(database!, memberId, 'CNY', 500_00)
    client = await connectTo(server)
    await signIn(client, 'player1')
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
    installation.remove()
  })

  const keyed = () => ({ headers: { 'idempotency-key': newKey() } })
  const launch = () => client.call('game.launch', { venueEnName: REMOTE, ...CNY }, keyed())
  const maintenance = async () =>
    (await client.call('game.maintain', { venueEnName: REMOTE })).data as DataOf<'game.maintain'>
  async function balances() {
    const { center, locked, venues } = (await client.call('balance.list', CNY)).data as DataOf<'balance.list'>
    return { center, locked, venue: venues.find(({ venueEnName }) => venueEnName === REMOTE)?.balance }
  }

  it('S7.55 S7.57 S7.58 S7.64 S7.65: is entered, played, recovered and recorded, also if responses are lost', async () => {
    await expect.poll(async () => (await maintenance()).status, RARELY).toBe(0)
    expect(await venueNames(client)).toContain(REMOTE)
    const unknown: Fault = { method: 'transfer-state', kind: 'status', times: 1_000, ms: 0 }
    provider.control({ faults: [{ method: 'transfer', kind: 'lose' }, unknown] })
    await client.call('walletType.set', { type: 'auto' })
    const entered = await launch()
    expect(entered).toMatchObject({ code: CODES.SUCCESS, data: { mode: 'tab', transferred: 0, balance: 0 } })
    expect((entered.data as DataOf<'game.launch'>).url).toContain(provider.url)
    expect(await balances()).toEqual({ center: 0, locked: 500_00, venue: 0 })
    provider.control({ faults: [] })
    await expect.poll(balances, RARELY).toEqual({ center: 0, locked: 0, venue: 500_00 })
    const round = { memberId, ...CNY, title: '抛硬币', staked: 100_00, returned: 196_00, endedAt: Date.now() }
    expect(provider.control({ play: round })).toEqual({ isPlayed: true })
    const recovered = await client.call('transfer.oneKeyRecover', CNY, keyed())
    expect(recovered.data).toMatchObject({ recovered: 596_00, failed: [] })
    expect(await balances()).toEqual({ center: 596_00, locked: 0, venue: 0 })
    const today = siteDateOf(Date.now())
    const filter = { ...CNY, venueEnName: REMOTE, start: today, end: today }
    expect((await client.call('gameRecord.summary', filter)).data).toEqual({
      count: 1,
      staked: 100_00,
      returned: 196_00,
      open: 0,
    })
  })

  it('S7.55: refuses to enter a venue whose provider does not respond', async () => {
    provider.control({ faults: [{ method: 'launch', kind: 'status', times: 1 }] })
    expect(await launch()).toMatchObject({ code: CODES.VENUE_MAINTAIN })
  })

  it('S7.65: refuses transfers while the provider is under maintenance', async () => {
    provider.control({ maintenance: { status: 1, start: null, end: Date.now() + 60_000 } })
    await expect.poll(async () => (await maintenance()).status, RARELY).toBe(1)
    for (const name of ['transfer.in', 'transfer.out'] as const) {
      const refused = await client.call(name, { venueEnName: REMOTE, ...CNY, amount: 100 }, keyed())
      expect(refused).toMatchObject({ code: CODES.VENUE_MAINTAIN })
    }
    expect(await launch()).toMatchObject({ code: CODES.VENUE_MAINTAIN })
  })

  it('S7.65 I10: reports a repeated launch without an address of the provider, if the venue may not be played', async () => {
    provider.control({ maintenance: { status: 0, start: null, end: null } })
    await expect.poll(async () => (await maintenance()).status, RARELY).toBe(0)
    const { center } = await balances()
    const [idempotencyKey, params] = [newKey(), { venueEnName: REMOTE, ...CNY }]
    const repeated = async () => {
      const again = await client.call('game.launch', params, { headers: { 'idempotency-key': idempotencyKey } })
      const found = await client.call('operation.result', { idempotencyKey, endpoint: 'game.launch' })
      return [again.data, (found.data as DataOf<'operation.result'>).data]
    }
    const first = await client.call('game.launch', params, { headers: { 'idempotency-key': idempotencyKey } })
    expect((first.data as DataOf<'game.launch'>).url).toContain(provider.url)
    for (const data of await repeated()) expect(data).toMatchObject({ url: expect.stringContaining(provider.url) })
    const closed = { url: `/app/game/${REMOTE}`, transferred: center }
    provider.control({ maintenance: { status: 1, start: null, end: Date.now() + 60_000 } })
    await expect.poll(async () => (await maintenance()).status, RARELY).toBe(1)
    for (const data of await repeated()) expect(data).toMatchObject(closed)
    provider.control({ maintenance: { status: 0, start: null, end: null } })
    await expect.poll(async () => (await maintenance()).status, RARELY).toBe(0)
    await client.call('responsible.timeOut', { hours: 24 })
    expect(await launch()).toMatchObject({ code: CODES.RG_TIME_OUT })
    for (const data of await repeated()) expect(data).toMatchObject(closed)
  })

  it('S7.56: is not shown and refuses every call without configuration, and needs a name of its own', async () => {
    const other = createTestInstallation()
    const plain = await other.start()
    try {
      const visitor = await connectTo(plain)
      expect(await venueNames(visitor)).not.toContain(REMOTE)
      expect(await visitor.call('game.maintain', { venueEnName: REMOTE })).toMatchObject({ code: CODES.NOT_FOUND })
    } finally {
      await plain.close()
    }
    const taken = JSON.stringify([{ ...remoteConfig(provider.url), enName: 'YBTY' }])
    await expect(other.start({ REMOTE_VENUES: taken })).rejects.toThrow(/YBTY is the name of a bundled venue/)
    other.remove()
  })
})
