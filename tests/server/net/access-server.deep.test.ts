import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { REP_CODES, type VerificationResult } from '#protocol/verification.ts'
import type { RunningServer } from '#server/main.ts'
import { ADDRESS_FAILURES } from '#server/members/sign-in-guard.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import type { CallOptions, SealedClient } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn } from '../app/app-support.ts'
import { passSlider } from '../members/verification/verification-support.ts'

const PASSWORD = 'Play2026x'

/** Blocked addresses; the server trusts one proxy to report client addresses. */
const BLOCKED = '203.0.113.7'
const RESTRICTED = '203.0.113.9'

describe('access control of a running server', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  beforeAll(async () => {
    server = await installation.start({
      TRUST_PROXY: '1',
      BLOCKED_ADDRESSES: BLOCKED,
      RESTRICTED_ADDRESSES: RESTRICTED,
    })
  })
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  async function clientOn(device: string): Promise<SealedClient> {
    const client = await connectTo(server)
    client.uuid = device
    return client
  }
  async function attempt(
    client: SealedClient,
    name: string,
    password: string,
    { merged, ...options }: CallOptions & { merged?: VerificationResult } = {},
  ) {
    const params = {
      name,
      password: '' as const,
      flag: 1 as const,
      version: '0.1.0',
      timewd: timewd(password, Date.now(), client.keys.wd, crypto.getRandomValues(new Uint8Array(16))),
      oldPassword: oldPassword(password, name),
    }
    const rawBody = JSON.stringify({ ...params, ...merged })
    return (await client.call('auth.login', params, { ...options, rawBody })).code
  }
  const failThrice = async (client: SealedClient, name: string) => {
    for (let count = 0; count < 3; count += 1) {
      expect(await attempt(client, name, 'Wrong2026')).toBe(CODES.NAME_OR_PASSWORD_WRONG)
    }
  }

  it('S9.12 S4.21 three failures require a check; with its result the right password is accepted', async () => {
    const client = await clientOn('attack-device-01')
    await failThrice(client, 'fan001')
    expect(await attempt(client, 'fan001', PASSWORD)).toBe(CODES.NEED_SAFE)
    const merged = await passSlider(client)
    expect(await attempt(client, 'fan001', PASSWORD, { merged })).toBe(0)
    // The failures of the account are reset, those of the device are not.
    expect(await attempt(client, 'fan001', PASSWORD)).toBe(CODES.NEED_SAFE)
    expect(await attempt(await clientOn('attack-device-07'), 'fan001', PASSWORD)).toBe(0)
  })

  it('a foreign, used or forged proof opens no sign-in, and gives no further attempt', async () => {
    const client = await clientOn('attack-device-02')
    await failThrice(client, 'rich001')
    const borrowed = await passSlider(await clientOn('attack-device-03'))
    const spent = await passSlider(client)
    expect((await client.call('verification.verify', spent)).code).toBe(0)
    const madeUp: VerificationResult = { safeType: 'imageCode', codeId: 'c'.repeat(16), imgCode: 'ABCD' }
    for (const merged of [borrowed, spent, madeUp]) {
      expect(await attempt(client, 'rich001', PASSWORD, { merged })).toBe(CODES.NEED_SAFE)
    }
    const headers = { 'risk-token': 'r'.repeat(43) }
    expect(await attempt(client, 'rich001', PASSWORD, { headers })).toBe(CODES.NEED_SAFE)
    const afresh = await clientOn('attack-device-04')
    expect(await attempt(afresh, 'rich001', PASSWORD)).toBe(CODES.NEED_SAFE)
  })

  it('passed checks do not lift the limit on attempts', async () => {
    const client = await clientOn('attack-device-05')
    await failThrice(client, 'admin01')
    const codes: number[] = []
    for (let count = 0; count < 4; count += 1) {
      codes.push(await attempt(client, 'admin01', 'Wrong2026', { merged: await passSlider(client) }))
    }
    const { NAME_OR_PASSWORD_WRONG: wrong, CURRENT_LIMITING_B: wait } = CODES
    expect(codes).toEqual([wrong, wrong, wait, wait])
  })

  it('S9.12 other accounts and devices are not affected', async () => {
    const signedIn = await signIn(await connectTo(server), 'vip0009')
    expect(signedIn.token).not.toBe('')
  })

  it.each([
    ['with a port', '198.51.100.7', (port: number) => `198.51.100.7:${port}`],
    ['of IPv6 with a port', '2001:db8:5::1', (port: number) => `[2001:db8:5::1]:${port}`],
  ])('S9.12 wrong sign-ins count for one address, whatever the port of X-Forwarded-For: %s', async (...row) => {
    const [form, bare, headerOf] = row
    const client = await connectTo(server)
    const tryOn = (number: number, from: string) => {
      const device = `attack-${form.replaceAll(/\W/g, '')}-${number}`
      return attempt(client, `nobody${number}`, 'Wrong2026', {
        headers: { uuid: device },
        http: { 'x-forwarded-for': from },
      })
    }
    const codes: number[] = []
    for (let number = 0; number < ADDRESS_FAILURES + 4; number += 1) {
      codes.push(await tryOn(number, headerOf(50_000 + number)))
    }
    const { NAME_OR_PASSWORD_WRONG: wrong, NEED_SAFE: check } = CODES
    expect(codes).toEqual([...Array<number>(ADDRESS_FAILURES).fill(wrong), ...Array<number>(4).fill(check)])
    expect(await tryOn(99, bare)).toBe(check)
  })

  it.each([
    BLOCKED,
    `${BLOCKED}:52100`,
    `"${BLOCKED}:52100"`,
    `::ffff:${BLOCKED}`,
    `[::ffff:${BLOCKED}]:443`,
    `6.6.6.6, ${BLOCKED}:1`,
  ])('S4.16 the blocked address %s gets neither calls nor sockets', async (blocked) => {
    const perInfo = async (address: string) => {
      const client = await clientOn('attack-device-08')
      return (await client.call('site.perInfo', {}, { http: { 'x-forwarded-for': address } })).code
    }
    expect([await perInfo(blocked), await perInfo('203.0.113.8')]).toEqual([CODES.IP_BLOCKADE, 0])
    const connect = (address: string) => {
      const socket = io(server.url + NAMESPACES.anon, {
        path: SOCKET_PATH,
        transports: ['websocket'],
        reconnection: false,
        extraHeaders: { 'x-forwarded-for': address },
      })
      return new Promise<string>((resolve) => {
        socket.on('connect', () => resolve('connected'))
        socket.on('connect_error', () => resolve('refused'))
      }).finally(() => socket.disconnect())
    }
    expect([await connect(blocked), await connect('203.0.113.8')]).toEqual(['refused', 'connected'])
  })

  it.each(['/media/none.flv', '/media/none/index.m3u8', '/%6dedia/none.flv', '/media/none.flv?x=1'])(
    'S4.16 S4.25 a blocked or restricted address gets no video: %s',
    async (path) => {
      const statusFor = async (address: string) => {
        const response = await fetch(server.url + path, { headers: { 'x-forwarded-for': address } })
        await response.body?.cancel()
        return response.status
      }
      expect([await statusFor(BLOCKED), await statusFor(`${RESTRICTED}:443`)]).toEqual([403, 403])
      expect(await statusFor('203.0.113.8')).toBe(404)
    },
  )

  it('S4.19 both kinds of puzzles are drawn and checked', async () => {
    const client = await clientOn('attack-device-06')
    for (const captchaType of ['blockPuzzle', 'clickWord'] as const) {
      const got = await client.call('captcha.get', { captchaType, clientUid: 'client-06', ts: Date.now() })
      const { repData } = got.data as { repData: { token: string; originalImageBase64: string } }
      expect(Buffer.from(repData.originalImageBase64, 'base64').subarray(1, 4).toString()).toBe('PNG')
      const params = { captchaType, token: repData.token, pointJson: 'bm90aGluZw==' }
      const checked = await client.call('captcha.check', params)
      expect(checked.data).toMatchObject({ repCode: REP_CODES.WRONG, repData: null })
    }
  })
})
