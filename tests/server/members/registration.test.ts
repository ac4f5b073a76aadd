import { DAY_MS, SECOND_MS } from '#protocol/time.ts'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { registrationEndpoints } from '#protocol/endpoints/auth/registration.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { registrationCalls } from '#server/calls/auth/registration.ts'
import { Inbox } from '#server/members/inbox/inbox.ts'
import { InviteCodeRepository } from '#server/members/invite-codes.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { authEvent, rateCounter } from '#server/database/schema/session.ts'
import { codeTo } from '../../support/account-services.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { type AccountWorld, accountWorld, PROVEN } from './account-support.ts'

const PASSWORD = 'Kx73qmZw9'
let names = 0
const freshName = (): string => `visitor${(names += 1)}`

describe.each(STORE_KINDS)('registration on %s', (kind) => {
  let store: Database
  let world: AccountWorld

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => begin())
  afterAll(() => world.services.sessions.close())

  function begin(config: Partial<SiteConfig> = {}): void {
    world?.services.sessions.close()
    world = accountWorld(store, config)
  }
  const request = (more: Partial<RequestOf<'registration.register'>> = {}): RequestOf<'registration.register'> => ({
    name: freshName(),
    timewd: world.typed(PASSWORD),
    currency: 'CNY',
    agreeTerms: true,
    birthDate: '2000-02-29',
    ...more,
  })
  const register = (more: Partial<RequestOf<'registration.register'>> = {}, context = {}) =>
    world.calls['registration.register'](request(more), world.context(context))
  const rowOf = async (name: string) => (await store.db.select().from(member).where(eq(member.name, name)))[0]

  it('S3.2 S7.45 creates a member and signs in', async () => {
    const response = await register({ name: 'Newcomer1' })
    if (!response.ok) throw new Error(response.message)
    expect(registrationEndpoints['registration.register'].data.parse(response.data)).toEqual(response.data)
    const { token, member: made, lastSession } = response.data
    expect(lastSession).toBeNull()
    const { session } = await world.services.sessions.find(token, world.context().deviceId)
    expect(session?.member).toEqual(made)
    // Settled 15: the sign-in name is not shown.
    expect(made.nickname).not.toContain('ewcomer')
    const row = await rowOf('newcomer1')
    expect(row).toMatchObject({ siteId: 5009, currency: 'CNY', birthDate: '2000-02-29', status: '1', invitedBy: null })
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await new Ledger(store, { now: world.clock.now }).coinBalance(row?.id ?? '')).toBe(2_000)
    const events = await store.db
      .select()
      .from(authEvent)
      .where(eq(authEvent.memberId, row?.id ?? ''))
    expect(events.map((event) => event.kind).toSorted()).toEqual(['login', 'registered'])
  })

  it('S1.25 tells a new member about the starting coins in a private message, and says nothing without coins', async () => {
    const messagesOf = async (startingCoins: number) => {
      const calls = registrationCalls({ ...world.services, startingCoins })
      const name = freshName()
      const response = await calls['registration.register'](request({ name }), world.context())
      if (!response.ok) throw new Error(response.message)
      const inbox = new Inbox(store, { events: { changed: () => undefined }, now: world.clock.now })
      const { list } = await inbox.list((await rowOf(name))?.id ?? '', 'private', { pageNum: 1, pageSize: 20 })
      return list.map(({ title, content, isRead, jumpUrl }) => ({ title, content, isRead, jumpUrl }))
    }
    expect(await messagesOf(2_000)).toEqual([
      { title: '欢迎加入', content: expect.stringContaining('2,000 金币'), isRead: false, jumpUrl: '/app/promos' },
    ])
    expect(await messagesOf(0)).toEqual([])
  })

  it('S3.1 the member signs in with the chosen password', async () => {
    const name = freshName()
    await register({ name })
    expect(await world.services.members.checkPassword(name, PASSWORD)).toMatchObject({ code: null })
  })

  it('S7.54 accepts the form of older clients', async () => {
    const params = { ...request(), agreeTerms: 'true' } as const
    expect(registrationEndpoints['registration.webRegister'].encoding).toBe('form')
    expect(await world.calls['registration.webRegister'](params, world.context())).toMatchObject({ ok: true })
  })

  it('S7.46 the name check finds taken names in any case, in both versions', async () => {
    const name = freshName()
    await register({ name })
    for (const version of ['registration.checkName', 'registration.checkNameV2'] as const) {
      const exists = (asked: string) => world.calls[version]({ name: asked }, world.context())
      expect(await exists(` ${name.toUpperCase()}`)).toEqual({ ok: true, data: { exists: true } })
      expect(await exists('nobody77')).toEqual({ ok: true, data: { exists: false } })
      expect(await exists('7up')).toMatchObject({ code: CODES.PARAM_ERROR, details: { fields: { name: /账号/ } } })
    }
  })

  it('Annex A 10101 refuses a taken name', async () => {
    const name = freshName()
    await register({ name })
    expect(await register({ name: name.toUpperCase() })).toMatchObject({ code: CODES.NAME_TAKEN })
  })

  it('Annex A 10101 of concurrent registrations of one name, one succeeds', async () => {
    const name = freshName()
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, at) => register({ name }, { deviceId: `racing-${at}` })),
    )
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = responses.flatMap((response) => (response.ok ? [] : [response.code]))
    expect(new Set(refused)).toEqual(new Set([CODES.NAME_TAKEN]))
    expect(await store.db.$count(member, eq(member.name, name))).toBe(1)
  })

  it.each([
    ['S5.27 a bidirectional mark', 'fan\u202Eeman'],
    ['S5.27 a zero-width space', 'fan\u200Bname'],
    ['S5.27 a Cyrillic letter that looks like a Latin one', 'f\u0430nname'],
    ['S5.27 a full-width letter', 'fan\uFF4Eame'],
    ['S5.27 a digit at the start', '1fanname'],
    ['S5.27 too few characters', 'fan'],
    ['S5.27 too many characters', 'fan456789012'],
  ])('%s in a name is refused', async (_what, name) => {
    expect(await register({ name })).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { fields: { name: '账号为4-11位字母或数字，以字母开头' } },
    })
  })

  it.each([
    ['S5.1 too short', 'abc1234', '密码须为8-12位字母和数字组合'],
    ['S5.3 without a digit', 'abcdefghi', '密码须为8-12位字母和数字组合'],
    ['S5.2 with a sign', 'abc12345!', '密码须为8-12位字母和数字组合'],
    ['S5.5 the name', 'sameName99', '密码与用户名不能相同'],
    ['S5.4 a common one', 'qwerty123', '这个密码太常见，请换一个'],
  ])('%s password is refused', async (_what, password, message) => {
    expect(await register({ name: 'SAMEname99', timewd: world.typed(password) })).toMatchObject({
      code: CODES.PARAM_ERROR,
      message,
      details: { fields: { timewd: message } },
    })
  })

  it('S3.1 a password that is not encoded for this session is refused', async () => {
    for (const timewd of [PASSWORD, '', 'AAAA']) {
      expect(await register({ timewd })).toMatchObject({ code: CODES.PARAM_ERROR })
    }
    expect(await register({}, { now: world.clock.now() + 6 * 60 * SECOND_MS })).toMatchObject({
      code: CODES.PARAM_ERROR,
    })
  })

  it('Annex A 10106 Annex I refuses visitors below the age of the site on their last day, and accepts their birthday', async () => {
    // The clock stands on 2026-11-21 in Shanghai.
    expect(await register({ birthDate: '2008-11-22' })).toMatchObject({
      code: CODES.UNDER_AGE,
      message: '未满 18 周岁，不能注册',
      details: { fields: { birthDate: expect.any(String) as string } },
    })
    expect(await register({ birthDate: '2008-11-21' })).toMatchObject({ ok: true })
    begin({ ageGateYears: 21 })
    expect(await register({ birthDate: '2008-11-21' })).toMatchObject({ message: '未满 21 周岁，不能注册' })
    expect(await register({ birthDate: '2030-01-01' })).toMatchObject({ code: CODES.UNDER_AGE })
  })

  it('S3.2 terms and birth date are required by the schema', () => {
    const { request: schema } = registrationEndpoints['registration.register']
    expect(schema.safeParse(request()).success).toBe(true)
    for (const wrong of [{ agreeTerms: false }, { birthDate: '2001-02-29' }, { birthDate: '' }]) {
      expect(schema.safeParse({ ...request(), ...wrong }).success).toBe(false)
    }
  })

  it('S1.4 the currency is that of the site', async () => {
    expect(await register({ currency: 'USDT' })).toMatchObject({ code: CODES.PARAM_ERROR })
    expect(await register({ currency: 'USDT' }, { siteId: 5015 })).toMatchObject({
      data: { member: { siteId: 5015, currency: 'USDT' } },
    })
  })

  it('registerRealNameRequired S5.7 asks for a real name and stores its normal form', async () => {
    begin({ registerRealNameRequired: 1 })
    expect(await register()).toMatchObject({ details: { fields: { realName: '请填写真实姓名' } } })
    expect(await register({ realName: ' ' })).toMatchObject({ code: CODES.PARAM_ERROR })
    expect(await register({ realName: '王' })).toMatchObject({ code: CODES.PARAM_ERROR })
    const name = freshName()
    expect(await register({ name, realName: ' 阿卜杜•热合曼 ' })).toMatchObject({ ok: true })
    expect((await rowOf(name))?.realName).toBe('阿卜杜·热合曼')
  })

  it('realNameRule S5.11 selects the rule', async () => {
    expect(await register({ realName: '王 Li' })).toMatchObject({ code: CODES.PARAM_ERROR })
    begin({ realNameRule: 2 })
    expect(await register({ realName: '王 Li' })).toMatchObject({ ok: true })
  })

  it('registerPhoneRequired S7.45 asks for a phone with its code and stores it encrypted', async () => {
    begin({ registerPhoneRequired: 1 })
    const phone = { areaCode: '86', phone: '13900000001' }
    expect(await register()).toMatchObject({ details: { fields: { phone: '请填写手机号' } } })
    expect(await register(phone)).toMatchObject({ details: { fields: { code: '请填写验证码' } } })
    await world.calls['registration.sendCode']({ scene: 'register', ...phone }, world.context())
    const code = codeTo(world.services.outbox, '+86 13900000001')
    const wrong = code === '111111' ? '222222' : '111111'
    expect(await register({ ...phone, code: wrong })).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    const name = freshName()
    expect(await register({ name, areaCode: '86', phone: '013900000001', code })).toMatchObject({ ok: true })
    const row = await rowOf(name)
    expect(await world.services.contacts.of(row?.id ?? '', 'phone')).toEqual({ kind: 'phone', ...phone })
    expect(JSON.stringify(row)).not.toContain('13900000001')
  })

  it('a code is not used up by a registration that fails for another reason', async () => {
    const phone = { areaCode: '86', phone: '13900000002' }
    await world.calls['registration.sendCode']({ scene: 'register', ...phone }, world.context())
    const code = codeTo(world.services.outbox, '+86 13900000002')
    const taken = freshName()
    await register({ name: taken })
    expect(await register({ name: taken, ...phone, code })).toMatchObject({ code: CODES.NAME_TAKEN })
    expect(await register({ ...phone, code })).toMatchObject({ ok: true })
  })

  it('Annex A 10105 Annex F i_code Annex F r_code S1.21 an invitation is stored with the member, and wrong codes are refused', async () => {
    const inviter = await memberWith(store, 0, world.clock.now)
    const codes = await new InviteCodeRepository(store).of(inviter)
    if (!codes) throw new Error('no codes')
    const name = freshName()
    expect(await register({ name, i_code: codes.iCode.toUpperCase(), r_code: codes.rCode })).toMatchObject({ ok: true })
    expect((await rowOf(name))?.invitedBy).toBe(inviter)
    expect(await register({ i_code: codes.iCode, r_code: '' })).toMatchObject({ ok: true })
    const byReferral = freshName()
    expect(await register({ name: byReferral, r_code: codes.rCode.toUpperCase() })).toMatchObject({ ok: true })
    expect((await rowOf(byReferral))?.invitedBy).toBe(inviter)
    expect(await register({ r_code: 'zzzzzz' })).toMatchObject({ code: CODES.INVITE_CODE_INVALID })
    expect(await register({ i_code: '', r_code: '' })).toMatchObject({ ok: true })
    for (const wrong of [{ i_code: 'zzzzzzzz' }, { i_code: codes.iCode, r_code: 'zzzzzz' }]) {
      expect(await register(wrong)).toMatchObject({ code: CODES.INVITE_CODE_INVALID })
    }
  })

  it('S7.52 needs a geetest result if the site requires it, and a safety check while geetest is offline', async () => {
    begin({ geetestSwitch: 1 })
    expect(await register()).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    const { geetest } = world.services.verification
    const { deviceId } = world.context()
    const { challenge } = await geetest.register(deviceId, 1)
    const { offlineGeetest } = await import('#workers/crypto/legacy.ts')
    const fields = offlineGeetest(challenge)
    await geetest.validate(fields, deviceId)
    expect(await register(fields)).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await register(fields, { safety: PROVEN })).toMatchObject({ ok: true })
    expect(await register(fields, { safety: PROVEN })).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
  })

  it('Annex A 10410 many registrations of one IPv6 network need a safety check', async () => {
    const from = (address: string) => register({}, { address, deviceId: `device-${address}` })
    expect(await from('2001:db8:1:1::/64')).toMatchObject({ ok: true })
    await store.db
      .update(rateCounter)
      .set({ count: 400 })
      .where(eq(rateCounter.key, 'register:address:2001:db8:1::/48'))
    expect(await from('2001:db8:1:2::/64')).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await from('2001:db8:2:1::/64')).toMatchObject({ ok: true })
  })

  it('Annex A 10410 many registrations of one device need a safety check for the rest of the day', async () => {
    for (let count = 0; count < 5; count += 1) expect(await register()).toMatchObject({ ok: true })
    expect(await register()).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await register({}, { deviceId: 'another-device' })).toMatchObject({ ok: true })
    expect(await register({}, { safety: PROVEN })).toMatchObject({ ok: true })
    world.clock.move(DAY_MS)
    expect(await register()).toMatchObject({ ok: true })
  })

  it('does not throw for any name and password', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 32 }), fc.string(), async (name, password) => {
        const response = await register({ name, timewd: world.typed(password) })
        expect(response.ok).toBe(false)
      }),
      { numRuns: 100, seed: 7 },
    )
  })
})
