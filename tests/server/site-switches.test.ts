import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { RunningServer } from '#server/main.ts'
import { connectTo, createTestInstallation, signIn } from './app-support.ts'

describe('Switches of two sites of one process', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  beforeAll(async () => {
    server = await installation.start()
  }, 120_000)
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  it('S9.14 site 5015 neither lists nor creates speed deposits, site 5009 does both', async () => {
    const outcomes = []
    for (const siteId of [5009, 5015]) {
      const client = await connectTo(server, siteId)
      await signIn(client, 'fan001')
      const { data } = await client.call('payType.list', { currency: 'CNY' })
      const kinds = (data as DataOf<'payType.list'>).list.map(({ kind }) => kind)
      const created = await client.call(
        'pay.create',
        { payTypeId: 'demo-speed', amount: 100_00 },
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      )
      outcomes.push([kinds.includes('speed'), created.code])
    }
    expect(outcomes).toEqual([
      [true, 0],
      [false, CODES.NOT_FOUND],
    ])
  })
})
