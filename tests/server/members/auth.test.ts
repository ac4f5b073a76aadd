import { MINUTE_MS } from '#protocol/time.ts'
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { authEndpoints } from '#protocol/endpoints/auth/auth.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { CALL_RATES, CallLimits } from '#server/http/pipeline/call-limits.ts'
import { authCalls } from '#server/calls/auth/auth.ts'
import type { CallContext } from '#server/http/context.ts'
import { AccountCare } from '#server/members/account-care.ts'
import { Passwords } from '#server/members/passwords.ts'
import { Members } from '#server/members/members.ts'
import { SignInGuard, SIGN_IN_ATTEMPTS, SIGN_IN_WINDOW_MS } from '#server/members/sign-in-guard.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { type CallSafety, needSafe } from '#server/members/verification/call-safety.ts'
import { Verification } from '#server/members/verification/verification.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import { accountServices } from '../../support/account-services.ts'
import { testLog } from '../../support/logs.ts'
import { TEST_PASSWORD_COST, testPasswords } from '../../support/passwords.ts'
import { openTestStore, testClock } from '../../support/store.ts'

const PASSWORD = 'Play2026x'
const wdKey = randomBytes(32)
/** A caller that has passed the verification, and one that has not. */
const PROVEN: CallSafety = { prove: () => null, exchange: () => null }
const UNPROVEN: CallSafety = { prove: () => needSafe(CONFIG_DEFAULTS), exchange: () => null }

describe('sign-in calls', () => {
  let store: Database
  let clock: ReturnType<typeof testClock>
  let sessions: Sessions
  let calls: ReturnType<typeof authCalls>
  let verification: Verification
  let accountCare: AccountCare
  let device = 0

  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())
  beforeEach(() => {
    sessions?.close()
    clock = testClock()
    sessions = new Sessions(store, { now: clock.now, log: testLog() })
    const members = new Members(store, { now: clock.now, passwords: testPasswords() })
    verification = new Verification({ now: clock.now, geetestVendor: null })
    accountCare = new AccountCare(store, { now: clock.now })
    const guard = new SignInGuard(store, { now: clock.now })
    calls = authCalls({ ...common(), members, guard, verification, limits: new CallLimits(clock.now) })
    device += 1
  })
  afterAll(() => sessions.close())

  /** The services of sign-in that no test replaces. */
  function common() {
    return { ...accountServices(store, clock.now), sessions, accountCare }
  }
  async function account(name: string): Promise<string> {
    const seed = { name, password: PASSWORD, nickname: '南看台小白', vipLevel: 2, level: 8, siteId: 5009, coins: 0 }
    const [made] = await new Members(store, { now: clock.now, passwords: testPasswords() }).ensure([seed])
    return made?.memberId ?? ''
  }
  function context(more: Partial<CallContext> = {}): CallContext {
    return {
      traceId: 'trace',
      now: clock.now(),
      siteId: 5009,
      site: CONFIG_DEFAULTS,
      clientType: 1,
      deviceId: `device-${device}`,
      // Failures of an address are counted for half an hour.
      address: `192.0.2.${device}`,
      session: null,
      idempotencyKey: null,
      wdKey,
      safety: PROVEN,
      ...more,
    }
  }
  /** A request like the worker's. */
  function request(name: string, password: string, more: { timewd?: string; oldPassword?: string } = {}) {
    return authEndpoints['auth.login'].request.parse({
      name,
      password: '',
      flag: 1,
      version: '1.0.0',
      timewd: timewd(password, clock.now(), wdKey, randomBytes(16)),
      oldPassword: oldPassword(password, name),
      ...more,
    })
  }

  it("S7.43 accept the worker's request and return the declared shape", async () => {
    await account('fan001')
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
    const first = await calls['auth.login'](request(' FAN001', PASSWORD), context({ userAgent }))
    if (!first.ok) throw new Error(first.message)
    expect(authEndpoints['auth.login'].data.parse(first.data)).toEqual(first.data)
    expect(first.data.lastSession).toBeNull()
    expect(first.data.expireAt).toBe(Date.UTC(2026, 10, 21, 13))
    const { session } = await sessions.find(first.data.token, context().deviceId)
    expect(session?.member).toEqual(first.data.member)

    const second = await calls['auth.login'](
      request('fan001', PASSWORD),
      context({ clientType: 2, deviceId: 'phone-1' }),
    )
    expect(second.ok && second.data.lastSession).toEqual({
      time: clock.now(),
      ip: context().address,
      device: 'Chrome · Windows',
    })
  })

  it('S7.54 accept the form-encoded request of older clients', async () => {
    await account('fan001')
    const { encoding, path } = authEndpoints['auth.webLogin']
    expect([encoding, path]).toEqual(['form', '/member/v1/web_login'])
    const response = await calls['auth.webLogin'](request('fan001', PASSWORD), context())
    expect(response).toMatchObject({ ok: true, data: { member: { nickname: '南看台小白' } } })
  })

  it('S3.1 have no field for a plain password', () => {
    const { request: shape } = authEndpoints['auth.login']
    expect(shape.safeParse({ ...request('fan001', PASSWORD), password: PASSWORD }).success).toBe(false)
  })

  it('return the same response for a wrong password and an unknown name', async () => {
    await account('fan002')
    const wrong = await calls['auth.login'](request('fan002', 'Play2026y'), context())
    const unknown = await calls['auth.login'](request('fan999', PASSWORD), context())
    expect(wrong).toMatchObject({ ok: false, code: CODES.NAME_OR_PASSWORD_WRONG })
    expect(unknown).toEqual(wrong)
  })

  it('S3.1 accept a password within five minutes of server time', async () => {
    await account('fan003')
    const made = request('fan003', PASSWORD)
    const at = (ms: number) => calls['auth.login'](made, context({ now: clock.now() + ms }))
    expect((await at(5 * MINUTE_MS)).ok).toBe(true)
    expect((await at(-5 * MINUTE_MS)).ok).toBe(true)
    for (const ms of [5 * MINUTE_MS + 1, -5 * MINUTE_MS - 1]) {
      expect(await at(ms)).toMatchObject({ ok: false, code: CODES.PARAM_ERROR })
    }
  })

  it('refuse a password that was encrypted with another key or not at all', async () => {
    await account('fan004')
    const made = request('fan004', PASSWORD)
    const refused = { ok: false, code: CODES.PARAM_ERROR }
    expect(await calls['auth.login'](made, context({ wdKey: randomBytes(32) }))).toMatchObject(refused)
    expect(await calls['auth.login'](made, context({ wdKey: null }))).toMatchObject(refused)
    expect(await calls['auth.login']({ ...made, oldPassword: 'nonsense' }, context())).toMatchObject(refused)
    const secretOf = (plain: string): string => {
      const iv = randomBytes(16)
      const cipher = createCipheriv('aes-256-cbc', wdKey, iv)
      return Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString('base64url')
    }
    for (const plain of ['', PASSWORD, `${PASSWORD}|`, `${PASSWORD}|NaN`, `${PASSWORD}|1e13`, `|-${clock.now()}`]) {
      expect(await calls['auth.login']({ ...made, timewd: secretOf(plain) }, context())).toMatchObject(refused)
    }
  })

  it('do not throw for any timewd', async () => {
    await account('fan005')
    const made = request('fan005', PASSWORD)
    const anything = fc.oneof(
      fc.string({ maxLength: 512 }),
      fc.uint8Array({ maxLength: 380 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        expect(await calls['auth.login']({ ...made, timewd: text }, context())).toMatchObject({ ok: false })
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('accept a password that contains the terminator', async () => {
    const members = new Members(store, { now: clock.now, passwords: testPasswords() })
    const seed = { password: 'a|b|1', nickname: '竖', vipLevel: 0, level: 0, siteId: 5009, coins: 0 }
    await members.ensure([{ ...seed, name: 'fan006' }])
    expect((await calls['auth.login'](request('fan006', 'a|b|1'), context())).ok).toBe(true)
  })

  it('S9.12 lock an account after too many wrong passwords, also for the right one (10430)', async () => {
    await account('fan007')
    for (let attempt = 0; attempt < SIGN_IN_ATTEMPTS; attempt += 1) {
      const from = context({ deviceId: `guess-${attempt}` })
      expect(await calls['auth.login'](request('fan007', 'Wrong2026'), from)).toMatchObject({
        code: CODES.NAME_OR_PASSWORD_WRONG,
      })
    }
    expect(await calls['auth.login'](request('fan007', PASSWORD), context())).toMatchObject({
      ok: false,
      code: CODES.CURRENT_LIMITING_B,
      details: { until: clock.now() + SIGN_IN_WINDOW_MS },
    })
    clock.move(SIGN_IN_WINDOW_MS)
    expect((await calls['auth.login'](request('fan007', PASSWORD), context())).ok).toBe(true)
  })

  it('S9.12 reset the failures of an account after a success', async () => {
    await account('fan008')
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 1; attempt < SIGN_IN_ATTEMPTS; attempt += 1) {
        await calls['auth.login'](request('fan008', 'Wrong2026'), context({ deviceId: `typo-${round}-${attempt}` }))
      }
      expect((await calls['auth.login'](request('fan008', PASSWORD), context({ deviceId: `mine-${round}` }))).ok).toBe(
        true,
      )
    }
  })

  it('S9.12 require a verification after three failures of an account, known or unknown', async () => {
    await account('fan011')
    const responses = async (name: string) => {
      const codes: unknown[] = []
      for (let attempt = 0; attempt < CONFIG_DEFAULTS.loginVerifyFailCount + 2; attempt += 1) {
        const from = context({ deviceId: `${name}-${attempt}`, safety: UNPROVEN })
        codes.push(await calls['auth.login'](request(name, 'Wrong2026'), from))
      }
      return codes
    }
    const known = await responses('fan011')
    expect(known).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ code: CODES.NAME_OR_PASSWORD_WRONG })),
      { code: CODES.NEED_SAFE, details: { imageCode: 1, afs: 1, anji: 1 } },
      { code: CODES.NEED_SAFE, details: { imageCode: 1, afs: 1, anji: 1 } },
    ])
    expect(await responses('nobody-at-all')).toEqual(known)
    const right = request('fan011', PASSWORD)
    expect(await calls['auth.login'](right, context({ safety: UNPROVEN }))).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await calls['auth.login'](right, context({ safety: null }))).toMatchObject({ code: CODES.NEED_SAFE })
    expect((await calls['auth.login'](right, context({ safety: PROVEN }))).ok).toBe(true)
  })

  it('S9.12 count a device over all accounts, for thirty minutes', async () => {
    await account('fan012')
    const from = context({ safety: UNPROVEN })
    for (const name of ['fan012a', 'fan012b', 'fan012c']) await calls['auth.login'](request(name, 'Wrong2026'), from)
    const attempt = async () =>
      (await calls['auth.login'](request('fan012', PASSWORD), { ...from, now: clock.now() })).ok
    expect(await attempt()).toBe(false)
    clock.move(SIGN_IN_WINDOW_MS)
    expect(await attempt()).toBe(true)
  })

  it('S9.12 allow as many concurrent attempts as consecutive ones', async () => {
    await account('fan013')
    const tries = Array.from({ length: 20 }, (_, attempt) =>
      calls['auth.login'](request('fan013', 'Wrong2026'), context({ deviceId: `race-${attempt}`, safety: UNPROVEN })),
    )
    const codes = (await Promise.all(tries)).map((result) => (result.ok ? 0 : result.code))
    expect(codes.filter((code) => code === CODES.NAME_OR_PASSWORD_WRONG).length).toBeLessThanOrEqual(3)
    expect(codes.filter((code) => code === CODES.NEED_SAFE).length).toBeGreaterThanOrEqual(17)
    expect((await calls['auth.login'](request('fan013', PASSWORD), context())).ok).toBe(true)
  })

  it.each([SIGN_IN_ATTEMPTS, 100])(
    'S9.12 allow five concurrent attempts if the verification starts after %i failures',
    async (loginVerifyFailCount) => {
      const name = `verified-after-${loginVerifyFailCount}`
      await account(name)
      const site = { ...CONFIG_DEFAULTS, loginVerifyFailCount }
      const members = new Members(store, { now: clock.now, passwords: testPasswords() })
      const guard = new SignInGuard(store, { now: clock.now })
      const limits = new CallLimits(clock.now)
      const login = authCalls({ ...common(), members, guard, verification, limits })['auth.login']
      const tries = Array.from({ length: 20 }, (_, attempt) =>
        login(request(name, 'Wrong2026'), context({ deviceId: `${name}-${attempt}`, site, safety: UNPROVEN })),
      )
      const codes = (await Promise.all(tries)).map((result) => (result.ok ? 0 : result.code))
      expect(codes.filter((code) => code === CODES.NAME_OR_PASSWORD_WRONG)).toHaveLength(SIGN_IN_ATTEMPTS)
      expect(codes.filter((code) => code === CODES.CURRENT_LIMITING_B)).toHaveLength(20 - SIGN_IN_ATTEMPTS)
    },
  )

  it('do not consume the shared limit if they fail before the password check', async () => {
    await account('fan015')
    const members = new Members(store, { now: clock.now, passwords: testPasswords() })
    const guard = new SignInGuard(store, { now: clock.now })
    const limits = new CallLimits(clock.now, { ...CALL_RATES, passwordCheck: { burst: 1, perSecond: 0.001 } })
    const login = authCalls({ ...common(), members, guard, verification, limits })['auth.login']
    const garbled = request('fan015', PASSWORD, { timewd: 'AAAA' })
    const old = request('fan015', PASSWORD, { oldPassword: 'no hash' })
    expect(await login(garbled, context())).toMatchObject({ code: CODES.PARAM_ERROR })
    expect(await login(old, context())).toMatchObject({ code: CODES.PARAM_ERROR })
    for (let count = 0; count < SIGN_IN_ATTEMPTS; count += 1) await guard.take('fan015', 'another-device')
    expect(await login(request('fan015', PASSWORD), context())).toMatchObject({ code: CODES.CURRENT_LIMITING_B })
    await guard.giveBack('fan015', 'another-device')

    expect(await login(request('fan015', 'Wrong2026'), context())).toMatchObject({ code: CODES.NAME_OR_PASSWORD_WRONG })
    const before = await guard.failures('fan015', context().deviceId)
    expect(await login(request('fan015', PASSWORD), context())).toMatchObject({
      code: CODES.CURRENT_LIMITING_C,
      details: { retryAfterMs: expect.any(Number) as number },
    })
    // A refused attempt is not counted for account or device.
    expect(await guard.failures('fan015', context().deviceId)).toEqual(before)
  })

  it('are refused without a count if too many passwords are being checked', async () => {
    await account('fan017')
    const passwords = new Passwords(TEST_PASSWORD_COST, { maxChecks: 0 })
    const members = new Members(store, { now: clock.now, passwords })
    const guard = new SignInGuard(store, { now: clock.now })
    const login = authCalls({ ...common(), members, guard, verification, limits: new CallLimits(clock.now) })
    const refused = await login['auth.login'](request('fan017', PASSWORD), context())
    expect(refused).toMatchObject({ code: CODES.CURRENT_LIMITING_C })
    expect(await guard.failures('fan017', context().deviceId)).toEqual({ failures: 0, until: null })
  })

  it('S7.52 require a verification if geetest is offline, with one attempt per challenge', async () => {
    await account('fan014')
    const strict = (more: Partial<CallContext> = {}) =>
      context({ site: { ...CONFIG_DEFAULTS, geetestSwitch: 1 }, ...more })
    const members = new Members(store, { now: clock.now, passwords: testPasswords() })
    const guard = new SignInGuard(store, { now: clock.now })
    const limits = new CallLimits(clock.now)
    const login = authCalls({ ...common(), members, guard, verification, limits })['auth.login']
    const bare = await login(request('fan014', PASSWORD), strict())
    expect(bare).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })

    const { challenge, success } = await verification.geetest.register(strict().deviceId, 1)
    expect(success).toBe(0)
    const validate = createHash('md5').update(challenge).digest('hex')
    const fields = {
      geetest_challenge: challenge,
      geetest_validate: validate,
      geetest_seccode: `${validate}|jordan`,
    }
    const asked = { ...request('fan014', PASSWORD), ...fields }
    expect(await login(asked, strict())).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    expect(await verification.geetest.validate(fields, strict().deviceId)).toMatchObject({
      isPassed: false,
      needsCaptcha: true,
    })
    expect(await login(asked, strict({ deviceId: 'another-device' }))).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    expect(await login(asked, strict({ safety: UNPROVEN }))).toMatchObject({ code: CODES.NEED_SAFE })
    expect((await login(asked, strict())).ok).toBe(true)
    expect(await login(asked, strict())).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
  })

  it('S7.49 end the session at sign-out, once', async () => {
    await account('fan009')
    const ended: number[] = []
    sessions.onEnd((_, code) => ended.push(code))
    const signedIn = await calls['auth.login'](request('fan009', PASSWORD), context())
    const token = signedIn.ok ? signedIn.data.token : ''
    const { session } = await sessions.find(token, context().deviceId)
    if (!session) throw new Error('no session')
    const call = { ...context(), session }
    expect(await calls['auth.logout']({}, call)).toEqual({ ok: true, data: {} })
    expect(await calls['auth.logout']({}, call)).toEqual({ ok: true, data: {} })
    expect(ended).toEqual([CODES.AUTH_ERROR])
    expect((await sessions.find(token, context().deviceId)).session).toBeNull()
  })

  it('S7.78 return the member of the session', async () => {
    await account('fan010')
    const signedIn = await calls['auth.login'](request('fan010', PASSWORD), context())
    if (!signedIn.ok) throw new Error(signedIn.message)
    const { session } = await sessions.find(signedIn.data.token, context().deviceId)
    if (!session) throw new Error('no session')
    const { member, expireAt } = signedIn.data
    expect(await calls['auth.session']({}, { ...context(), session })).toEqual({ ok: true, data: { member, expireAt } })
  })

  it('S6.9 Annex E.10 return one of five states of an agent application', async () => {
    const memberId = await account('fan011')
    const become = (agentStatus: number) =>
      store.db.update(member).set({ agentStatus }).where(eq(member.id, memberId)).execute()
    for (const agentStatus of [0, 1, 2, 3, 4]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await become(agentStatus)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const signedIn = await calls['auth.login'](request('fan011', PASSWORD), context())
      expect(signedIn).toMatchObject({ data: { member: { agentStatus } } })
    }
    await expect(become(5)).rejects.toThrow()
  })
})
