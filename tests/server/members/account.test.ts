import { DAY_MS } from '#protocol/time.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { accountEndpoints } from '#protocol/endpoints/account/account.ts'
import { authEndpoints } from '#protocol/endpoints/auth/auth.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import { CallLimits } from '#server/http/pipeline/call-limits.ts'
import { accountCalls } from '#server/calls/account/account.ts'
import { authCalls } from '#server/calls/auth/auth.ts'
import type { CallContext } from '#server/http/context.ts'
import type { SessionMember } from '#server/members/sessions/session-member.ts'
import { AccountCare } from '#server/members/account-care.ts'
import { Members } from '#server/members/members.ts'
import { SignInGuard } from '#server/members/sign-in-guard.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import type { Database } from '#server/database/database.ts'
import { ImageCodes } from '#server/members/verification/image-codes.ts'
import { Verification } from '#server/members/verification/verification.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import { accountServices } from '../../support/account-services.ts'
import { securityServices } from '../../support/security-services.ts'
import { testLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'

const CODE_ID = 'code-0123456789abcdef'
const wdKey = randomBytes(32)

describe.each(STORE_KINDS)('account state after sign-in, on %s', (kind) => {
  let store: Database
  let clock: ReturnType<typeof testClock>
  let sessions: Sessions
  let accountCare: AccountCare
  let auth: ReturnType<typeof authCalls>
  let calls: ReturnType<typeof accountCalls>
  /** Its codes are constant. */
  let imageCodes: ImageCodes
  let site: SiteConfig
  let names = 0

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => begin(CONFIG_DEFAULTS.memberSleepDays))
  afterAll(() => sessions.close())

  function begin(sleepDays: number): void {
    sessions?.close()
    clock = testClock()
    const { now } = clock
    sessions = new Sessions(store, { now, log: testLog() })
    imageCodes = new ImageCodes(now, () => 'ACDE')
    accountCare = new AccountCare(store, { now })
    site = { ...CONFIG_DEFAULTS, memberSleepDays: sleepDays }
    auth = authCalls({
      ...accountServices(store, now),
      sessions,
      members: new Members(store, { now, passwords: testPasswords() }),
      guard: new SignInGuard(store, { now }),
      verification: new Verification({ now, geetestVendor: null }),
      accountCare,
      limits: new CallLimits(now),
    })
    calls = accountCalls({ ...securityServices(store, now), accountCare, verification: { imageCodes } })
  }

  async function account(password = 'Play2026x'): Promise<string> {
    names += 1
    const name = `sleeper${names}`
    const seed = { name, password, nickname: name, vipLevel: 0, level: 0, siteId: 5009, coins: 0 }
    await new Members(store, { now: clock.now, passwords: testPasswords() }).ensure([seed])
    return name
  }

  const context = <Session extends SessionMember | null>(
    session: Session,
    deviceId = 'device-1',
  ): CallContext<Session> => ({
    traceId: 'trace',
    now: clock.now(),
    siteId: 5009,
    site,
    clientType: 1,
    deviceId,
    address: '192.0.2.7',
    session,
    idempotencyKey: null,
    wdKey,
    safety: { prove: () => null, exchange: () => null },
  })

  async function signIn(name: string, password = 'Play2026x'): Promise<SessionMember> {
    const response = await auth['auth.login'](
      authEndpoints['auth.login'].request.parse({
        name,
        password: '',
        flag: 1,
        version: '1',
        timewd: timewd(password, clock.now(), wdKey, randomBytes(16)),
        oldPassword: oldPassword(password, name),
      }),
      context(null),
    )
    if (!response.ok) throw new Error(response.message)
    const { session } = await sessions.find(response.data.token, 'device-1')
    if (!session) throw new Error('no session')
    return session
  }

  async function sleep(session: SessionMember) {
    const result = await calls['account.sleepCheck']({}, context(session))
    return accountEndpoints['account.sleepCheck'].data.parse(result.ok ? result.data : result)
  }
  async function advice(session: SessionMember) {
    const result = await calls['account.checkChangePassword']({}, context(session))
    return accountEndpoints['account.checkChangePassword'].data.parse(result.ok ? result.data : result)
  }
  const activate = (session: SessionMember, code: string, deviceId = 'device-1') =>
    calls['account.sleepActivate']({ codeId: CODE_ID, code }, context(session, deviceId))
  const draw = (session: SessionMember, deviceId = 'device-1') =>
    imageCodes.image(CODE_ID, { deviceId, sessionId: session.sessionId })

  it('S4.5 S7.37 is inactive after the configured days without a sign-in, and not an hour before', async () => {
    const name = await account()
    expect(await sleep(await signIn(name))).toMatchObject({ dormant: false, since: null, days: 90 })
    clock.move(90 * DAY_MS - 3_600_000)
    expect(await sleep(await signIn(name))).toMatchObject({ dormant: false })
    clock.move(90 * DAY_MS)
    const session = await signIn(name)
    expect(await sleep(session)).toEqual({ dormant: true, since: clock.now(), days: 90, by: 'image' })
  })

  it('S4.6 S7.37 stays inactive over further sign-ins until it is reactivated with an image code', async () => {
    const name = await account()
    clock.move(200 * DAY_MS)
    const since = clock.now()
    await signIn(name)
    clock.move(3_600_000)
    const session = await signIn(name)
    expect(await sleep(session)).toMatchObject({ dormant: true, since })
    await draw(session)
    expect(await activate(session, 'WRONG')).toMatchObject({ ok: false, code: CODES.VERIFY_CODE_ERROR })
    expect(await activate(session, '')).toMatchObject({ ok: false, code: CODES.VERIFY_CODE_ERROR })
    expect(await sleep(session)).toMatchObject({ dormant: true })
    expect(await activate(session, 'acde')).toMatchObject({ ok: true })
    expect(await sleep(session)).toMatchObject({ dormant: false, since: null })
    expect(await sleep(await signIn(name))).toMatchObject({ dormant: false })
  })

  it('S7.37 accepts a code once, up to five attempts, from its device and session', async () => {
    const session = await signIn(await account())
    await draw(session)
    expect(await activate(session, 'ACDE', 'device-2')).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    expect(await activate({ ...session, sessionId: 'another' }, 'ACDE')).toMatchObject({
      code: CODES.VERIFY_CODE_ERROR,
    })
    expect(await activate(session, 'ACDE')).toMatchObject({ ok: true })
    expect(await activate(session, 'ACDE')).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
    await draw(session)
    const tries = await Promise.all(['1', '2', '3', '4', '5'].map((code) => activate(session, code)))
    expect(tries.every(({ ok }) => !ok)).toBe(true)
    expect(await activate(session, 'ACDE')).toMatchObject({ ok: false })
  })

  it('S9.14 is never inactive if memberSleepDays is 0', async () => {
    const name = await account()
    begin(0)
    clock.move(400 * DAY_MS)
    expect(await sleep(await signIn(name))).toMatchObject({ dormant: false, since: null, days: 0 })
  })

  const longest = `${'长'.repeat(63)}1`
  it.each(['Play2026xy3zz', 'short1', 'onlyletters', '12345678', 'sleeper99a1!', ' 带空格 的|旧密码!', longest])(
    'S7.38 asks to change the password %s, which violates the current rules',
    async (password) => {
      const session = await signIn(await account(password), password)
      expect(await advice(session)).toEqual({ need: true, reason: 'weak' })
    },
  )

  it('S7.38 needs no change of a valid password, and none after a change', async () => {
    const name = await account()
    expect(await advice(await signIn(name))).toEqual({ need: false, reason: null })
    const weak = await account('weak')
    const first = await signIn(weak, 'weak')
    await accountCare.noteSignIn(first.memberId, { isPasswordWeak: true, sleepDays: 90 })
    expect((await signIn(weak, 'weak')).member.tags).toEqual(['weak-password'])
    await accountCare.noteSignIn(first.memberId, { isPasswordWeak: false, sleepDays: 90 })
    expect(
      (await new Members(store, { now: clock.now, passwords: testPasswords() }).profile(first.memberId))?.tags,
    ).toEqual([])
  })
})
