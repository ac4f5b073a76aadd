import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS, type EndpointName } from '#protocol/endpoints/table.ts'
import { addressMatcher, isAddressOrRange } from '#server/config/address-ranges.ts'
import { OPEN_ACCESS } from '../../support/open-access.ts'
import { ROBOT_RULE, Robots } from '#server/http/access/robots.ts'
import { CALL_RATES } from '#server/http/pipeline/call-limits.ts'
import { readConfig } from '#server/config/config.ts'
import { CONNECTION_LIMITS } from '#server/rooms/socket/connections.ts'
import { testClock } from '../../support/store.ts'
import { createTestRouter, START } from '../http/router-support.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { clientOf, passSlider, riskTokenOf } from '../members/verification/verification-support.ts'

/** Address of the calls of a test router. */
const HERE = '127.0.0.1'
const OPEN_CALLS: readonly EndpointName[] = ['gateway.getSysTime', 'site.customerService', 'site.customerServiceUrl']

describe('access by address', () => {
  const routerWith = (access: Partial<typeof OPEN_ACCESS>) =>
    createTestRouter({ gate: { access: { ...OPEN_ACCESS, ...access } } })

  it('S4.16 S8.4 refuses a blocked address with IP_BLOCKADE, sealed, except for time and customer service', async () => {
    const client = await clientOf(await routerWith({ blockedAddresses: ['127.0.0.0/8'] }))
    expect(await client.call('site.perInfo', {})).toMatchObject({ code: CODES.IP_BLOCKADE, status: 200 })
    expect((await client.call('live.popularList', {} as never)).code).toBe(CODES.IP_BLOCKADE)
    for (const name of OPEN_CALLS) {
      expect([CODES.SUCCESS, CODES.NOT_FOUND]).toContain((await client.call(name as 'gateway.getSysTime', {})).code)
    }
  })

  it('S4.25 S8.4 refuses a restricted address with ACCESS_RESTRICTION_CODE', async () => {
    const client = await clientOf(await routerWith({ restrictedAddresses: [HERE] }))
    expect((await client.call('site.perInfo', {})).code).toBe(CODES.ACCESS_RESTRICTION_CODE)
  })

  it('S4.22 S4.23 refuses an address under caveat with ACCESS_CAVEAT_CODE and the data of the page', async () => {
    const client = await clientOf(await routerWith({ caveatAddresses: [HERE] }))
    expect(await client.call('site.perInfo', {})).toMatchObject({
      code: CODES.ACCESS_CAVEAT_CODE,
      data: { maintainStatus: 1, isGo: 0, reason: expect.stringMatching(/[一-龥]/) as unknown },
    })
  })

  it('S4.26 closes the site until a time and opens by itself', async () => {
    const end = START + 60_000
    const router = await routerWith({ maintenanceUntil: end })
    const client = await clientOf(router)
    for (const name of ['site.perInfo', 'site.perInfoBefore'] as const) {
      expect(await client.call(name, {})).toMatchObject({
        code: CODES.SYSTEM_MAINTENANCE,
        data: { maintainStatus: 0, maintainEnd: end },
      })
    }
    expect((await client.call('live.popularList', {} as never)).code).toBe(CODES.SYSTEM_MAINTENANCE)
    expect((await client.call('gateway.getSysTime', {})).code).toBe(0)
    router.clock.now = end
    expect(await client.call('site.perInfo', {})).toMatchObject({ code: 0, data: { maintainStatus: 1 } })
  })

  it('S8.4 returns the most severe refusal', async () => {
    const all = { blockedAddresses: [HERE], restrictedAddresses: [HERE], caveatAddresses: [HERE] }
    const client = await clientOf(await routerWith({ ...all, maintenanceUntil: START + 1_000 }))
    expect((await client.call('site.perInfo', {})).code).toBe(CODES.IP_BLOCKADE)
  })

  it('matches IPv4 and IPv6 addresses and ranges, also IPv4-mapped ones', () => {
    const isIn = addressMatcher(['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', 'fe80::1'])
    for (const address of ['203.0.113.7', '10.255.0.1', '::ffff:10.1.2.3', '2001:db8:1::9', 'fe80::1%eth0']) {
      expect(isIn(address)).toBe(true)
    }
    for (const address of ['203.0.113.8', '11.0.0.1', '2001:db9::1', 'fe80::2', '', 'nonsense', '::ffff:11.0.0.1']) {
      expect(isIn(address)).toBe(false)
    }
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), (address, bits) => {
        expect(addressMatcher([`${address}/${bits}`])(address)).toBe(true)
        expect(addressMatcher([`${address}/${bits}`])(`::ffff:${address}`)).toBe(true)
      }),
      { seed: 1, numRuns: 200 },
    )
    for (const text of ['', '1.2.3', '1.2.3.4/33', '::/129', '1.2.3.4/', '1.2.3.4/8/8', 'host']) {
      expect(isAddressOrRange(text)).toBe(false)
    }
  })

  it('reads the configuration and reports its errors', () => {
    const { access } = readConfig({
      MODE: 'demo',
      MAINTENANCE_UNTIL: '2026-11-21T06:00:00+08:00',
      BLOCKED_ADDRESSES: '203.0.113.7, 10.0.0.0/8',
    })
    expect(access).toEqual({
      ...OPEN_ACCESS,
      maintenanceUntil: Date.UTC(2026, 10, 20, 22),
      blockedAddresses: ['203.0.113.7', '10.0.0.0/8'],
    })
    const wrong = {
      MAINTENANCE_UNTIL: '2026-11-21 06:00',
      BLOCKED_ADDRESSES: 'everybody',
      RESTRICTED_ADDRESSES: '10.0.0.0/99',
      GEETEST_ID: 'a'.repeat(32),
    }
    expect(() => readConfig({ MODE: 'demo', ...wrong })).toThrow(
      /MAINTENANCE_UNTIL[\s\S]*BLOCKED_ADDRESSES[\s\S]*RESTRICTED_ADDRESSES[\s\S]*GEETEST_ID and GEETEST_KEY/,
    )
  })
})

describe('robot detection', () => {
  const rates = { ...CALL_RATES, address: { burst: 30, perSecond: 1 } }

  it('S4.17 requires a check from an address that exceeds limit A sixty times per minute', async () => {
    const router = await createTestRouter({ rates, gate: { rates } })
    const client = await clientOf(router)
    const riskToken = await riskTokenOf(router, client)
    const codes: number[] = []
    while (codes.filter((code) => code === CODES.CURRENT_LIMITING_A).length < ROBOT_RULE.refusals) {
      codes.push((await client.call('gateway.getSysTime', {})).code)
    }
    expect(codes).not.toContain(CODES.NEED_ROBOT_CHECK)
    router.clock.now += 30_000
    expect((await client.call('chatroom.status', { matchIds: [] })).code).toBe(CODES.NEED_ROBOT_CHECK)
    expect((await client.call('site.perInfo', {})).code).toBe(0)
    expect((await client.call('gateway.getSysTime', {})).code).toBe(0)
    expect((await passSlider(client)).safeType).toBe('afs')
    const headers = { 'risk-token': riskToken }
    expect((await client.call('chatroom.status', {} as never, { headers })).code).not.toBe(CODES.NEED_ROBOT_CHECK)
    expect((await client.call('chatroom.status', {} as never)).code).toBe(CODES.NEED_ROBOT_CHECK)
    router.clock.now += ROBOT_RULE.suspectMs
    expect((await client.call('chatroom.status', {} as never)).code).not.toBe(CODES.NEED_ROBOT_CHECK)
  })

  it('S4.17 does not require a check from members who share the address of a robot, before they are suspect', async () => {
    const router = await createTestRouter({ gate: { rates } })
    const visitor = await clientOf(router)
    for (let count = 0; count < rates.address.burst + ROBOT_RULE.refusals; count += 1) {
      await router.gate.limits.ofAddress(HERE, 'live.detail')
    }
    router.clock.now += 30_000
    const member = await clientOf(router)
    member.token = 'alive'
    const codeOf = async (client: SealedClient, name: 'chatroom.status' | 'site.bannerList') =>
      (await client.call(name, {} as never)).code
    expect(await codeOf(visitor, 'chatroom.status')).toBe(CODES.NEED_ROBOT_CHECK)
    expect(await codeOf(member, 'chatroom.status')).not.toBe(CODES.NEED_ROBOT_CHECK)
    // Its token is blank, so it cannot show that it is of a member.
    expect(await codeOf(member, 'site.bannerList')).not.toBe(CODES.NEED_ROBOT_CHECK)
    // Signing in is a call of a visitor.
    expect((await member.call('auth.login', {} as never)).code).toBe(CODES.NEED_ROBOT_CHECK)
  })

  it('S4.17 does not suspect addresses after a restart, when all pages renew keys and rooms at once', async () => {
    const router = await createTestRouter()
    // Keys are requested with gateway.vvm.
    const pages = Array.from({ length: CONNECTION_LIMITS.perAddress }, () => clientOf(router))
    const clients = await Promise.all(pages)
    const ofRoom = [
      'chatroom.anonJoin',
      'chatroom.anonJoin',
      'gateway.getSysTime',
      'site.configs',
      'live.detail',
    ] as const
    for (const name of ofRoom) {
      const codes = await Promise.all(
        clients.map(async (client) => (await client.call(name as 'site.domains', {})).code),
      )
      expect(codes.filter((code) => code === CODES.CURRENT_LIMITING_A || code === CODES.NEED_ROBOT_CHECK)).toEqual([])
    }
    expect((await clients[0]!.call('site.baseConfig', {})).code).toBe(CODES.CURRENT_LIMITING_A)
  })

  it('S4.17 limits repeated handshakes without suspecting a robot', async () => {
    const router = await createTestRouter()
    const client = await clientOf(router)
    const asked = Array.from({ length: 900 }, () => router.gate.limits.ofAddress(HERE, 'gateway.vvm'))
    const refused = asked.filter((limited) => limited !== null)
    expect(1 + asked.length - refused.length).toBe(CONNECTION_LIMITS.perAddress)
    expect(refused[0]).toMatchObject({ code: CODES.CURRENT_LIMITING_A })
    expect((await client.call('chatroom.status', {} as never)).code).not.toBe(CODES.NEED_ROBOT_CHECK)
  })

  it('S4.17 does not require a check for the calls that the check needs', async () => {
    const clock = testClock()
    const robots = new Robots(clock.now)
    robots.mark('device-1')
    const exempt: EndpointName[] = []
    for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
      const mustCheck = await robots.mustCheck(
        name,
        { address: HERE, deviceId: 'device-1', isMember: true },
        () => false,
      )
      if (!mustCheck) exempt.push(name)
    }
    expect(
      exempt.every((name) =>
        /^(gateway|captcha|afs|verification)\.|perInfo|customerService|^site\.configs$/.test(name),
      ),
    ).toBe(true)
    expect(exempt).toHaveLength(15)
    expect(
      await robots.mustCheck('live.detail', { address: HERE, deviceId: 'device-2', isMember: false }, () => false),
    ).toBe(false)
    expect(
      await robots.mustCheck('live.detail', { address: HERE, deviceId: 'device-1', isMember: true }, () => true),
    ).toBe(false)
    expect(
      await robots.mustCheck('live.detail', { address: HERE, deviceId: 'device-1', isMember: true }, () => false),
    ).toBe(false)
  })

  it('S4.17 stores a bounded number of addresses', async () => {
    const robots = new Robots(testClock().now)
    for (let count = 0; count < 50_000; count += 1) robots.refused(`address-${count}`)
    const others = { address: 'address-49999', deviceId: 'd', isMember: false }
    for (let count = 1; count < ROBOT_RULE.refusals; count += 1) robots.refused('address-49999')
    expect(await robots.mustCheck('live.detail', others, () => false)).toBe(true)
  })
})
