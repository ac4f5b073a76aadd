import { beforeEach, describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { Provocations } from '#server/http/access/provocations.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { createTestRouter, type TestRouter } from './router-support.ts'
import { clientOf, riskTokenOf } from '../members/verification/verification-support.ts'

describe('demo.provoke', () => {
  let router: TestRouter
  let client: SealedClient
  let booked: number
  beforeEach(async () => {
    booked = 0
    router = await createTestRouter({
      gate: { provocations: new Provocations() },
      handlers: {
        'coin.buy': async () => {
          booked += 1
          return success({ balance: 1 })
        },
      },
    })
    client = await clientOf(router)
  })
  const provoke = (path: string, code: number, times = 1, data?: unknown) =>
    client.call('demo.provoke', { path, code, times, ...(data === undefined ? {} : { data }) })
  const time = async () => (await client.call('gateway.getSysTime', {})).code

  it('S8.6 makes the next calls of this device fail with a code, its text and data', async () => {
    expect((await provoke('getSysTime', CODES.INTERFACE_DEGRADE, 2, { why: 'test' })).code).toBe(0)
    const failed = await client.call('gateway.getSysTime', {})
    expect(failed).toMatchObject({
      code: CODES.INTERFACE_DEGRADE,
      msg: codeText(CODES.INTERFACE_DEGRADE),
      data: { why: 'test' },
      status: 200,
    })
    expect((await client.call('site.perInfo', {})).code).toBe(0)
    expect([await time(), await time()]).toEqual([CODES.INTERFACE_DEGRADE, 0])
  })

  it('S8.6 accepts every code, also of later versions', async () => {
    for (const code of [
      ...Object.values(CODES).filter((code) => code > 0 && code !== CODES.NEED_ROBOT_CHECK),
      77_777,
    ]) {
      await provoke('getSysTime', code)
      expect(await time()).toBe(code)
    }
  })

  it('S8.9 responds with 401 to calls with a token for codes that end a session, otherwise with 200', async () => {
    const ends = [CODES.AUTH_ERROR, CODES.LOGIN_ELSEWHERE_ERROR, CODES.ACCOUNT_BLOCKADE, CODES.PASSWORD_CHANGED]
    for (const [token, status] of [
      ['alive', 401],
      ['', 200],
    ] as const) {
      client.token = token
      for (const code of [...ends, CODES.IP_BLOCKADE, CODES.DEVICE_BLOCKADE]) {
        await provoke('getSysTime', code)
        expect(await client.call('gateway.getSysTime', {})).toMatchObject({ code, status })
      }
    }
    client.token = 'alive'
    await provoke('getSysTime', CODES.IGNORED_A)
    expect(await client.call('gateway.getSysTime', {})).toMatchObject({ code: CODES.IGNORED_A, status: 200 })
  })

  it('fails money calls before anything is booked', async () => {
    client.token = 'alive'
    await provoke('coin/v1/buy', CODES.INTERNAL_ERROR)
    const buy = async () =>
      (await client.call('coin.buy', { coins: 10 }, { headers: { 'idempotency-key': 'k'.repeat(16) } })).code
    expect(await buy()).toBe(CODES.INTERNAL_ERROR)
    expect(booked).toBe(0)
    expect(await buy()).toBe(0)
    expect(booked).toBe(1)
  })

  it('does not affect other devices', async () => {
    await provoke('getSysTime', CODES.AUTH_ERROR, 20)
    const other = await clientOf(router)
    other.uuid = 'another-device-01'
    expect((await other.call('gateway.getSysTime', {})).code).toBe(0)
    expect(await time()).toBe(CODES.AUTH_ERROR)
  })

  it('S4.17 a robot check applies to all calls until a risk token is sent', async () => {
    await provoke('chatroom', CODES.NEED_ROBOT_CHECK)
    const status = async (headers = {}) => (await client.call('chatroom.status', {} as never, { headers })).code
    const coins = async () => (await client.call('gift.list', {})).code
    expect(await coins()).not.toBe(CODES.NEED_ROBOT_CHECK)
    expect(await status()).toBe(CODES.NEED_ROBOT_CHECK)
    expect(await status()).toBe(CODES.NEED_ROBOT_CHECK)
    expect(await coins()).toBe(CODES.NEED_ROBOT_CHECK)
    expect(await time()).toBe(0)
    const riskToken = await riskTokenOf(router, client)
    expect(await status({ 'risk-token': 'made-up' })).toBe(CODES.NEED_ROBOT_CHECK)
    expect(await status({ 'risk-token': riskToken })).not.toBe(CODES.NEED_ROBOT_CHECK)
    expect(await coins()).not.toBe(CODES.NEED_ROBOT_CHECK)
  })

  it('does not exist outside of demo mode', async () => {
    const production = await clientOf(await createTestRouter())
    const asked = { path: 'getSysTime', code: CODES.AUTH_ERROR, times: 1 }
    expect((await production.call('demo.provoke', asked)).code).toBe(CODES.NOT_FOUND)
    expect((await production.call('gateway.getSysTime', {})).code).toBe(0)
  })

  it('stores a bounded number of requests with bounded data', async () => {
    expect((await provoke('getSysTime', CODES.AUTH_ERROR, 1, 'x'.repeat(5_000))).code).toBe(CODES.PARAM_ERROR)
    expect(await time()).toBe(0)
    const provocations = new Provocations()
    for (let device = 0; device < 5_000; device += 1) {
      for (let wish = 0; wish < 20; wish += 1) {
        provocations.add(`device-${device}`, { path: `/path-${wish}`, code: wish, times: 1 })
      }
    }
    expect(provocations.take('device-0', '/path-19')).toBeNull()
    expect(provocations.take('device-4999', '/path-3')).toBeNull()
    expect(provocations.take('device-4999', '/path-4')).toMatchObject({ code: 4 })
    expect(provocations.take('device-4999', '/path-4')).toBeNull()
    expect(provocations.take('device-4999', '/path-19')).toMatchObject({ code: 19 })
  })
})
