import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { Passwords } from '#server/members/passwords.ts'
import { WithdrawPasswords } from '#server/members/security/withdraw-passwords.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'
import { newOverview } from '../../support/security-overview.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { newPhone, openSecurityServer, PASSWORD, type SecurityServer, type TestMember } from './security-support.ts'
import type { SealedClient } from '../../support/sealed-client.ts'

const NEW_PASSWORD = 'Blue77sky'
const APP = CLIENT_TYPES.app

describe.each(SHORT_KINDS)('security centre on %s', (kind) => {
  let server: SecurityServer

  beforeAll(async () => {
    server = await openSecurityServer(kind)
  }, 60_000)
  afterAll(() => server.close())

  const overview = async (client: SealedClient) =>
    ENDPOINTS['security.overview'].data.parse((await client.call('security.overview', {})).data)
  const history = async (client: SealedClient, pageNum = 1) =>
    ENDPOINTS['security.history'].data.parse((await client.call('security.history', { pageNum })).data)
  const kinds = async (client: SealedClient) => (await history(client)).list.map(({ kind: event }) => event)
  const notice = async (client: SealedClient) =>
    ENDPOINTS['security.notice'].data.parse((await client.call('security.notice', {})).data).notice

  async function changePassword(client: SealedClient, former: string, fresh: string) {
    return client.call('password.update', {
      oldPassword: server.typed(client, former),
      newPassword: server.typed(client, fresh),
    })
  }

  /** Binds a phone to a member and returns it. */
  async function bindPhone(client: SealedClient, member: TestMember) {
    const contact = newPhone()
    const code = await server.codeFor(client, member, 'bindPhone', contact)
    const { areaCode, phone } = contact
    const password = server.typed(client, PASSWORD)
    expect((await client.call('bind.phone', { areaCode, phone, code, password })).code).toBe(0)
    return contact
  }

  async function setWithdrawPassword(client: SealedClient, member: TestMember, pwd: string) {
    const contact = await bindPhone(client, member)
    const code = await server.codeFor(client, member, 'withdrawPassword', contact)
    expect((await client.call('withdrawPassword.set', { pwd: server.typed(client, pwd), code })).code).toBe(0)
    return contact
  }

  it('shows an empty state of a new member', async () => {
    const member = await server.member()
    expect(await overview(await server.signedIn(member))).toEqual(newOverview(member.name))
  })

  describe('password', () => {
    it('changes, and the former one no longer signs in', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      expect(await changePassword(client, PASSWORD, NEW_PASSWORD)).toMatchObject({ code: 0 })
      expect((await overview(client)).passwordChangedAt).toBe(server.clock.now)
      expect((await server.signIn(await server.visitor(), member.name)).code).toBe(CODES.NAME_OR_PASSWORD_WRONG)
      expect((await server.signIn(await server.visitor(), member.name, NEW_PASSWORD)).code).toBe(0)
    })

    it('S4.15 ends all other sessions with PASSWORD_CHANGED and keeps the current one', async () => {
      const member = await server.member()
      const [desktop, phone] = [await server.signedIn(member, 1), await server.signedIn(member, 2)]
      const ended: number[] = []
      const stop = server.sessions.onEnd((_sessionId, code) => ended.push(code))
      expect((await changePassword(desktop, PASSWORD, NEW_PASSWORD)).code).toBe(0)
      stop()
      expect(ended).toEqual([CODES.PASSWORD_CHANGED])
      expect(await phone.call('security.overview', {})).toMatchObject({ status: 401, code: CODES.PASSWORD_CHANGED })
      expect((await desktop.call('security.overview', {})).code).toBe(0)
    })

    it('S9.12 Annex A 10103 a wrong former password is refused and counts like a failed sign-in', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        expect((await changePassword(client, 'Wrong12345', NEW_PASSWORD)).code).toBe(CODES.OLD_PASSWORD_WRONG)
      }
      expect((await changePassword(client, PASSWORD, NEW_PASSWORD)).code).toBe(CODES.CURRENT_LIMITING_B)
      expect((await server.signIn(await server.visitor(), member.name)).code).toBe(CODES.CURRENT_LIMITING_B)
      expect(await kinds(client)).toContain('password-refused')
    })

    it.each([
      ['short1', 'S5.1 shorter than 8'],
      ['abcdefghij', 'S5.3 without a digit'],
      ['Play 2026x', 'S5.2 with a space'],
      ['password1', 'S5.4 too common'],
      [PASSWORD, 'equal to the former one'],
    ])('refuses the new password %s: %s', async (fresh) => {
      const client = await server.signedIn(await server.member())
      const response = await changePassword(client, PASSWORD, fresh)
      expect(response).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { newPassword: expect.any(String) } } })
    })

    it('S5.5 refuses the user name as password', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      expect((await changePassword(client, PASSWORD, member.name)).code).toBe(CODES.PARAM_ERROR)
    })

    it('S7.38 removes the tag of a weak password, also from sessions', async () => {
      const member = await server.member({ password: 'weak' })
      const client = await server.visitor()
      const signedIn = await server.signIn(client, member.name, 'weak')
      client.token = (signedIn.data as { token: string }).token
      const advice = async () => (await client.call('account.checkChangePassword', {})).data
      expect(await advice()).toEqual({ need: true, reason: 'weak' })
      expect((await changePassword(client, 'weak', NEW_PASSWORD)).code).toBe(0)
      expect(await advice()).toEqual({ need: false, reason: null })
    })

    it('refuses a password that was encoded more than five minutes ago', async () => {
      const client = await server.signedIn(await server.member())
      const [oldPassword, newPassword] = [server.typed(client, PASSWORD), server.typed(client, NEW_PASSWORD)]
      server.clock.now += 5 * MINUTE_MS + 1
      expect((await client.call('password.update', { oldPassword, newPassword })).code).toBe(CODES.PARAM_ERROR)
    })
  })

  describe('S7.51 security notices', () => {
    it('are shown on other devices, oldest first, until they are acknowledged', async () => {
      const member = await server.member()
      const device = await server.signedIn(member)
      await bindPhone(device, member)
      server.clock.now += MINUTE_MS
      await changePassword(device, PASSWORD, NEW_PASSWORD)
      expect(await notice(device)).toBeNull()
      const client = await server.signedIn(member, APP)
      const first = await notice(client)
      expect(first).toMatchObject({ kind: 'phone-bound' })
      expect((await client.call('security.acknowledge', { id: first?.id ?? '' })).code).toBe(0)
      const second = await notice(client)
      expect(second).toMatchObject({ kind: 'password-changed' })
      await client.call('security.acknowledge', { id: second?.id ?? '' })
      expect(await notice(client)).toBeNull()
    })

    it('treats the notice of another member like a missing one', async () => {
      const own = await server.signedIn(await server.member())
      const theirMember = await server.member()
      await changePassword(await server.signedIn(theirMember), PASSWORD, NEW_PASSWORD)
      const other = await server.signedIn(theirMember, APP)
      const theirs = await notice(other)
      for (const id of [theirs?.id ?? '', '0190a000-0000-7000-8000-00000000dead', 'not-a-uuid']) {
        // oxlint-disable-next-line no-await-in-loop -- three
        expect(await own.call('security.acknowledge', { id })).toMatchObject({ code: CODES.NOT_FOUND, data: null })
      }
      expect(await notice(other)).toEqual(theirs)
    })
  })

  describe('history', () => {
    it('lists sign-ins, refusals and changes of 180 days, newest first, twenty per page', async () => {
      const member = await server.member()
      const client = await server.visitor()
      await server.signIn(client, member.name, 'Wrong12345')
      server.clock.now += 1
      client.token = ((await server.signIn(client, member.name)).data as { token: string }).token
      server.clock.now += 1
      await changePassword(client, PASSWORD, NEW_PASSWORD)
      const { total, list } = await history(client)
      expect(total).toBe(3)
      expect(list.map((event) => [event.kind, event.code])).toEqual([
        ['password-changed', null],
        ['login', null],
        ['login-failed', CODES.NAME_OR_PASSWORD_WRONG],
      ])
      const device = { deviceId: 'd', clientType: 1, address: '192.0.2.1' } as const
      for (let event = 0; event < 20; event += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        await server.securityLog.add(member.memberId, 'woken', device)
      }
      expect((await history(client, 2)).list).toHaveLength(3)
      server.clock.now += 181 * DAY_MS
      expect(await history(await server.signedIn(member))).toMatchObject({ total: 2 })
    })

    it('contains no events of other members', async () => {
      const other = await server.signedIn(await server.member())
      await changePassword(other, PASSWORD, NEW_PASSWORD)
      expect((await history(await server.signedIn(await server.member()))).list.map((event) => event.kind)).toEqual([
        'login',
      ])
    })
  })

  describe('S7.48 binding of contacts', () => {
    it('binds a phone with its code; the overview shows it masked', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      const { areaCode, phone } = await bindPhone(client, member)
      expect((await overview(client)).phone).toEqual({
        areaCode,
        masked: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
      })
      expect(await kinds(client)).toContain('phone-bound')
    })

    it('refuses a wrong code, a code of another scene, and one of another phone', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      const [contact, other] = [newPhone(), newPhone()]
      const wrongScene = await server.codeFor(client, member, 'withdrawPassword', contact)
      const otherPhone = await server.codeFor(client, member, 'bindPhone', other)
      const { areaCode, phone } = contact
      for (const code of ['000000', wrongScene, otherPhone]) {
        // oxlint-disable-next-line no-await-in-loop -- three
        const response = await client.call('bind.phone', {
          areaCode,
          phone,
          code,
          password: server.typed(client, PASSWORD),
        })
        expect(response.code).toBe(CODES.VERIFY_CODE_ERROR)
      }
      expect((await overview(client)).phone).toBeNull()
    })

    it('requires the password to replace a phone', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      await bindPhone(client, member)
      const contact = newPhone()
      const code = await server.codeFor(client, member, 'bindPhone', contact)
      const { areaCode, phone } = contact
      const withPassword = (password?: string) =>
        client.call('bind.phone', {
          areaCode,
          phone,
          code,
          ...(password === undefined ? {} : { password: server.typed(client, password) }),
        })
      expect(await withPassword()).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { password: expect.any(String) } },
      })
      expect((await withPassword('Wrong12345')).code).toBe(CODES.OLD_PASSWORD_WRONG)
      expect((await withPassword(PASSWORD)).code).toBe(0)
      expect((await overview(client)).phone?.masked.slice(-4)).toBe(phone.slice(-4))
    })

    it('refuses the phone of another member with a text that does not name the reason', async () => {
      const [first, second] = [await server.member(), await server.member()]
      const [one, two] = [await server.signedIn(first), await server.signedIn(second)]
      const contact = await bindPhone(one, first)
      const code = await server.codeFor(two, second, 'bindPhone', contact)
      const { areaCode, phone } = contact
      const response = await two.call('bind.phone', { areaCode, phone, code, password: server.typed(two, PASSWORD) })
      expect(response).toMatchObject({ code: CODES.PARAM_ERROR, msg: '这个手机号不能绑定，请换一个或联系客服' })
      expect((await overview(two)).phone).toBeNull()
    })

    it.each([
      ['86', '12345678901', 'S5.15 an invalid phone of the mainland'],
      ['44', '7911123456', 'S9.15 a foreign phone where the site does not allow it'],
    ])('refuses +%s %s: %s', async (areaCode, phone) => {
      const client = await server.signedIn(await server.member())
      expect((await client.call('bind.phone', { areaCode, phone, code: '123456' })).code).toBe(CODES.PARAM_ERROR)
    })

    it('binds an address in lower case; the overview masks the part before the @', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      const email = `${member.name}@example.com`
      const code = await server.codeFor(client, member, 'bindEmail', { kind: 'email', email })
      const password = server.typed(client, PASSWORD)
      expect((await client.call('bind.email', { email: email.toUpperCase(), code, password })).code).toBe(0)
      const masked = (await overview(client)).email ?? ''
      expect(masked).toMatch(/^m.*\*+.*@example\.com$/)
      expect(masked).not.toBe(email)
      expect(await kinds(client)).toContain('email-bound')
    })
  })

  describe('S7.81 withdrawal password', () => {
    it('S5.17 is set with a code of the bound phone, once', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      const pwd = server.typed(client, '135790')
      expect((await client.call('withdrawPassword.set', { pwd, code: '123456' })).msg).toBe('请先绑定手机号')
      const contact = await setWithdrawPassword(client, member, '135790')
      expect((await overview(client)).hasWithdrawPassword).toBe(true)
      expect(await kinds(client)).toContain('withdraw-password-set')
      const code = await server.codeFor(client, member, 'withdrawPassword', contact)
      const again = { pwd: server.typed(client, '246802'), code }
      expect((await client.call('withdrawPassword.set', again)).code).toBe(CODES.PARAM_ERROR)
      expect(await server.withdrawPasswords.check(member.memberId, '135790')).toBeNull()
      expect((await client.call('withdrawPassword.reset', again)).code).toBe(0)
      expect(await server.withdrawPasswords.check(member.memberId, '246802')).toBeNull()
    })

    it.each(['12345', '111111', '123456', '654321', '12a456'])('S5.17 refuses %s', async (pwd) => {
      const client = await server.signedIn(await server.member())
      const params = { pwd: server.typed(client, pwd), code: '123456' }
      expect(await client.call('withdrawPassword.set', params)).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { pwd: expect.any(String) } },
      })
    })

    it('is changed with the former one', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      await setWithdrawPassword(client, member, '135790')
      const change = (former: string, fresh: string) =>
        client.call('withdrawPassword.update', {
          oldPwd: server.typed(client, former),
          newPwd: server.typed(client, fresh),
        })
      expect(await change('999990', '246802')).toMatchObject({ code: CODES.WITHDRAW_PWD_WRONG, data: { triesLeft: 4 } })
      expect((await change('135790', '246802')).code).toBe(0)
      expect(await server.withdrawPasswords.check(member.memberId, '246802')).toBeNull()
    })

    it('counts no entry while too many passwords are being checked', async () => {
      const { memberId } = await server.member()
      await server.withdrawPasswords.set(memberId, '135790')
      const full = new Passwords(TEST_PASSWORD_COST, { maxChecks: 0 })
      const busy = new WithdrawPasswords(server.store, { now: () => server.clock.now, passwords: full })
      for (let entry = 0; entry < 6; entry += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await busy.check(memberId, '135790')).toMatchObject({ code: CODES.CURRENT_LIMITING_C })
      }
      expect((await server.withdrawPasswords.check(memberId, '000001'))?.details).toEqual({ triesLeft: 4 })
    })

    it('refuses every entry if none is set', async () => {
      const { memberId } = await server.member()
      expect(await server.withdrawPasswords.check(memberId, '135790')).toMatchObject({
        code: CODES.WITHDRAW_PWD_WRONG,
        message: '请先设置提款密码',
      })
    })

    it('is locked for an hour after five wrong entries, also for the right one', async () => {
      const { memberId } = await server.member()
      const passwords = server.withdrawPasswords
      await passwords.set(memberId, '135790')
      const wrong = () => passwords.check(memberId, '000001')
      const left: unknown[] = []
      // oxlint-disable-next-line no-await-in-loop -- in order
      for (let entry = 0; entry < 5; entry += 1) left.push((await wrong())?.details)
      const until = server.clock.now + HOUR_MS
      expect(left).toEqual([
        { triesLeft: 4 },
        { triesLeft: 3 },
        { triesLeft: 2 },
        { triesLeft: 1 },
        { triesLeft: 0, until },
      ])
      expect(await passwords.check(memberId, '135790')).toMatchObject({
        code: CODES.WITHDRAW_PWD_WRONG,
        details: { until },
      })
      server.clock.now += HOUR_MS
      expect((await wrong())?.details).toEqual({ triesLeft: 4 })
      expect(await passwords.check(memberId, '135790')).toBeNull()
      expect((await wrong())?.details).toEqual({ triesLeft: 4 })
    })

    it('allows five of many concurrent entries', async () => {
      const { memberId } = await server.member()
      await server.withdrawPasswords.set(memberId, '135790')
      const results = await Promise.all(
        Array.from({ length: 12 }, () => server.withdrawPasswords.check(memberId, '000001')),
      )
      const tried = results.filter((result) => (result?.details as { triesLeft: number } | undefined)?.triesLeft !== 0)
      expect(tried).toHaveLength(4)
      expect((await server.withdrawPasswords.check(memberId, '135790'))?.code).toBe(CODES.WITHDRAW_PWD_WRONG)
    })
  })

  describe('simultaneous entries', () => {
    it('S5.17 accepts twelve right withdrawal passwords', async () => {
      const { memberId } = await server.member()
      await server.withdrawPasswords.set(memberId, '135790')
      const check = () => server.withdrawPasswords.check(memberId, '135790')
      expect(await Promise.all(Array.from({ length: 12 }, check))).toEqual(Array.from({ length: 12 }, () => null))
    })

    it('S5.17 counts the wrong ones among right ones, and refuses 60 guesses after the fifth', async () => {
      const { memberId } = await server.member()
      await server.withdrawPasswords.set(memberId, '135790')
      const check = (pwd: string) => server.withdrawPasswords.check(memberId, pwd)
      const mixed = await Promise.all(['000001', '135790', '000001', '000001', '135790', '000001'].map(check))
      expect(mixed.map((result) => (result?.details as { triesLeft: number } | undefined)?.triesLeft ?? null)).toEqual([
        4,
        null,
        4,
        3,
        null,
        4,
      ])
      await check('135790')
      // The right one among the guesses comes too late.
      const guesses = Array.from({ length: 60 }, (_, index) => (index === 30 ? '135790' : `0000${String(index + 10)}`))
      const results = await Promise.all(guesses.map(check))
      const left = results.map((result) => (result?.details as { triesLeft: number } | undefined)?.triesLeft)
      expect(left).toEqual([4, 3, 2, 1, ...Array.from({ length: 56 }, () => 0)])
    })

    it('S9.12 accepts twelve right passwords that confirm a change', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      const confirm = () => client.call('passkey.registerOptions', { password: server.typed(client, PASSWORD) })
      const results = await Promise.all(Array.from({ length: 12 }, confirm))
      expect(results.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 0))
    })
  })

  describe('S7.50 sign-out setup', () => {
    it('ends a session that was not used for the chosen minutes at its next use', async () => {
      const client = await server.signedIn(await server.member())
      expect((await client.call('security.logoutSetup', { idleMinutes: 15, logoutOthers: false })).code).toBe(0)
      expect((await overview(client)).idleMinutes).toBe(15)
      for (let use = 0; use < 3; use += 1) {
        server.clock.now += 14 * MINUTE_MS
        // oxlint-disable-next-line no-await-in-loop -- in order
        expect((await client.call('security.overview', {})).code).toBe(0)
      }
      server.clock.now += 15 * MINUTE_MS
      expect(await client.call('security.overview', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
      expect(await client.call('security.overview', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
    })

    it('counts a chat message as use', async () => {
      const client = await server.signedIn(await server.member())
      await client.call('security.logoutSetup', { idleMinutes: 1, logoutOthers: false })
      const { session } = await server.sessions.find(client.token, client.uuid)
      server.clock.now += MINUTE_MS - 1
      server.sessions.touch(session?.sessionId ?? '')
      server.clock.now += MINUTE_MS - 1
      expect((await client.call('security.overview', {})).code).toBe(0)
    })

    it('ends the other sessions if requested', async () => {
      const member = await server.member()
      const [desktop, phone] = [await server.signedIn(member, 1), await server.signedIn(member, 2)]
      expect((await desktop.call('security.logoutSetup', { idleMinutes: 0, logoutOthers: true })).code).toBe(0)
      expect(await phone.call('security.overview', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
      expect((await desktop.call('security.overview', {})).code).toBe(0)
      expect(await kinds(desktop)).toContain('others-signed-out')
    })
  })
})
