import { createHash } from 'node:crypto'
import { MINUTE_MS } from '#protocol/time.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { authCalls } from '#server/calls/auth/auth.ts'
import { NETWORK_FACTOR } from '#server/config/address.ts'
import { ADDRESS_FAILURES, FLOOD_FAILURES, SIGN_IN_WINDOW_MS } from '#server/members/sign-in-guard.ts'
import { LEGACY_PREFIX, Passwords, PUBLIC_PASSWORD_COST } from '#server/members/passwords.ts'
import { Members } from '#server/members/members.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { authEvent } from '#server/database/schema/session.ts'
import { accountHash, oldPassword } from '#workers/crypto/legacy.ts'
import { codeTo } from '../../support/account-services.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { type AccountWorld, PROVEN, eachInAccountWorld } from './account-support.ts'

const PASSWORD = 'Play2026x'
let accounts = 0

describe.each(SHORT_KINDS)('sign-in on %s', (kind) => {
  let store: Database
  let world: AccountWorld
  eachInAccountWorld(kind, (next) => {
    world = next
    store = next.services.database
  })

  async function account(): Promise<{ name: string; memberId: string }> {
    accounts += 1
    const name = `sign${accounts}`
    const seed = { name, password: PASSWORD, nickname: '登', vipLevel: 0, level: 0, siteId: 5009, coins: 0 }
    const [made] = await world.services.members.ensure([seed])
    return { name, memberId: made?.memberId ?? '' }
  }
  const change = (memberId: string, values: Partial<typeof member.$inferInsert>) =>
    store.db.update(member).set(values).where(eq(member.id, memberId)).execute()
  const byPassword = (name: string, password: string): RequestOf<'auth.login'> => ({
    name,
    password: '',
    flag: 1,
    version: '1.0.0',
    timewd: world.typed(password),
    oldPassword: oldPassword(password, name),
  })
  const byCode = (phone: string, code: string): RequestOf<'auth.login'> => ({
    name: '',
    password: '',
    flag: 2,
    version: '1.0.0',
    timewd: '',
    oldPassword: '',
    areaCode: '86',
    phone,
    code,
  })
  const login = (params: RequestOf<'auth.login'>, more = {}) => world.calls['auth.login'](params, world.context(more))
  const kindsOf = async (memberId: string) =>
    (await store.db.select().from(authEvent).where(eq(authEvent.memberId, memberId))).map((event) => event.kind)

  describe('S3.1 flag 2, by the code of a text message', () => {
    async function withPhone() {
      const { name, memberId } = await account()
      const phone = `135${String(accounts).padStart(8, '0')}`
      await world.services.contacts.bind(memberId, { kind: 'phone', areaCode: '86', phone })
      const send = () =>
        world.calls['registration.sendCode']({ scene: 'login', areaCode: '86', phone }, world.context())
      return { name, memberId, phone, send, code: () => codeTo(world.services.outbox, `+86 ${phone}`) }
    }

    it('signs in, once per code', async () => {
      const { phone, memberId, send, code } = await withPhone()
      await send()
      expect(await login(byCode(phone, code()))).toMatchObject({ ok: true, data: { member: { nickname: '登' } } })
      expect(await login(byCode(phone, code()))).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
      expect(await kindsOf(memberId)).toContain('login')
    })

    it('responds to an unknown phone like to a wrong code', async () => {
      const { phone, send, code } = await withPhone()
      await send()
      const wrong = code() === '000000' ? '000001' : '000000'
      const known = await login(byCode(phone, wrong))
      expect(known).toMatchObject({ code: CODES.VERIFY_CODE_ERROR })
      expect(await login(byCode('13500009999', wrong))).toEqual(known)
    })

    it('S9.12 counts wrong codes like wrong passwords', async () => {
      const { phone } = await withPhone()
      const codes: unknown[] = []
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const response = await login(byCode(phone, '123456'), { deviceId: `device-of-codes-${attempt}` })
        codes.push(response.ok ? 0 : response.code)
      }
      const { VERIFY_CODE_ERROR: wrong, NEED_SAFE: challenged } = CODES
      expect(codes).toEqual([wrong, wrong, wrong, challenged, challenged])
    })

    it('S3.34 refuses a blocked member, also with the right code', async () => {
      const { phone, memberId, send, code } = await withPhone()
      await change(memberId, { status: '2' })
      await send()
      expect(await login(byCode(phone, code()))).toMatchObject({ code: CODES.ACCOUNT_BLOCKADE })
    })

    it('needs phone and code', async () => {
      const { code: _, ...rest } = byCode('13500000001', '123456')
      expect(await login(rest)).toMatchObject({ code: CODES.PARAM_ERROR })
    })
  })

  it('S7.42 S7.44 the fallback calls sign in, ve4 with the hash of the account only', async () => {
    const { name } = await account()
    const params = byPassword(name, PASSWORD)
    expect(await world.calls['auth.loginV3'](params, world.context())).toMatchObject({ ok: true })
    const ve4 = (hash: string) => world.calls['auth.loginVe4']({ ...params, hash }, world.context())
    const hash = createHash('sha256').update(`${name}5009`).digest('hex').slice(0, 16)
    expect(accountHash(` ${name.toUpperCase()}`, 5009)).toBe(hash)
    expect(await ve4(hash)).toMatchObject({ ok: true })
    expect(await ve4(accountHash('another1', 5009))).toMatchObject({ code: CODES.PARAM_ERROR })
    expect(await ve4(accountHash(name, 5010))).toMatchObject({ code: CODES.PARAM_ERROR })
  })

  describe('S3.1 an account of the older system', () => {
    async function oldAccount(password = PASSWORD) {
      const { name, memberId } = await account()
      await change(memberId, { passwordHash: LEGACY_PREFIX + oldPassword(password, name) })
      const hash = async () =>
        (await store.db.select().from(member).where(eq(member.id, memberId)))[0]?.passwordHash ?? ''
      return { name, memberId, hash }
    }

    it('signs in with its password, and is migrated to argon2id', async () => {
      const { name, hash } = await oldAccount()
      expect(await login(byPassword(name.toUpperCase(), PASSWORD))).toMatchObject({ ok: true })
      expect(await hash()).toMatch(/^\$argon2id\$/)
      expect(await login(byPassword(name, PASSWORD))).toMatchObject({ ok: true })
      expect(await login(byPassword(name, 'Wrong2026'))).toMatchObject({ code: CODES.NAME_OR_PASSWORD_WRONG })
    })

    it('does not sign in with the stored hash instead of the password', async () => {
      const { name, hash } = await oldAccount()
      const before = await hash()
      const stolen = before.slice(LEGACY_PREFIX.length)
      const wrong = { ...byPassword(name, 'Wrong2026'), oldPassword: stolen }
      expect(await login(wrong)).toMatchObject({ code: CODES.NAME_OR_PASSWORD_WRONG })
      expect(await login({ ...byPassword(name, PASSWORD), oldPassword: oldPassword('Wrong2026', name) })).toMatchObject(
        {
          code: CODES.NAME_OR_PASSWORD_WRONG,
        },
      )
      expect(await hash()).toBe(before)
    })

    it('responds to a wrong password like an unknown name', async () => {
      const { name } = await oldAccount()
      expect(await login(byPassword(name, 'Wrong2026'))).toEqual(await login(byPassword('nobody11', 'Wrong2026')))
    })

    it('takes the time of an unknown name', async () => {
      const { name } = await oldAccount()
      const members = new Members(store, { now: world.clock.now, passwords: new Passwords(PUBLIC_PASSWORD_COST) })
      await members.checkPassword(name, 'Wrong2026', oldPassword('Wrong2026', name))
      // Processor time of this process, which does not depend on the load of the machine.
      const time = async (asked: string): Promise<number> => {
        const before = process.cpuUsage()
        await members.checkPassword(asked, 'Wrong2026', oldPassword('Wrong2026', asked))
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      const old: number[] = []
      const unknown: number[] = []
      for (let round = 0; round < 8; round += 1) {
        old.push(await time(name))
        unknown.push(await time('nobody12'))
      }
      const median = (times: number[]): number => times.toSorted((one, other) => one - other)[4] ?? 0
      // A comparison without argon2id takes a hundredth.
      expect(median(old)).toBeGreaterThan(median(unknown) / 10)
      expect(median(old)).toBeLessThan(median(unknown) * 10)
    })

    it('is migrated once by concurrent sign-ins', async () => {
      const { name, hash } = await oldAccount()
      const tries = Array.from({ length: 3 }, (_, at) =>
        login(byPassword(name, PASSWORD), { deviceId: `migrating-${at}` }),
      )
      expect((await Promise.all(tries)).every(({ ok }) => ok)).toBe(true)
      expect(await hash()).toMatch(/^\$argon2id\$/)
    })
  })

  describe('10412 a member who requires a passkey', () => {
    const calls = () =>
      authCalls({
        ...world.services,
        secondFactor: { begin: async (memberId, { deviceId }) => ({ ticket: 't', options: { memberId, deviceId } }) },
      })

    it('gets a ticket and no session after the right password only', async () => {
      const { name, memberId } = await account()
      await change(memberId, { isPasskeyRequired: true })
      const { deviceId } = world.context()
      const response = await calls()['auth.login'](byPassword(name, PASSWORD), world.context())
      expect(response).toMatchObject({
        code: CODES.NEED_PASSKEY,
        details: { ticket: 't', options: { memberId, deviceId } },
      })
      expect(await kindsOf(memberId)).not.toContain('login')
      expect(await calls()['auth.login'](byPassword(name, 'Wrong2026'), world.context())).toMatchObject({
        code: CODES.NAME_OR_PASSWORD_WRONG,
      })
    })

    it('is refused while passkeys are not available', async () => {
      const { name, memberId } = await account()
      await change(memberId, { isPasskeyRequired: true })
      expect(await login(byPassword(name, PASSWORD))).toMatchObject({ code: CODES.INTERFACE_DEGRADE })
    })
  })

  describe('credential stuffing', () => {
    it('many names from one address are challenged and recorded, others are not affected', async () => {
      const { name } = await account()
      const address = '203.0.113.77'
      for (let attempt = 0; attempt < ADDRESS_FAILURES; attempt += 1) {
        const from = { address, deviceId: `stuffing-${kind}-${attempt}` }
        expect(await login(byPassword(`stuffed${attempt}`, 'Wrong2026'), from)).toMatchObject({
          code: CODES.NAME_OR_PASSWORD_WRONG,
        })
      }
      const from = { address, deviceId: `stuffing-${kind}-next` }
      expect(await login(byPassword('stuffed99', 'Wrong2026'), from)).toMatchObject({ code: CODES.NEED_SAFE })
      const recorded = await store.db.select().from(authEvent).where(eq(authEvent.ip, address))
      expect(recorded.filter((event) => event.kind === 'login-failed')).toHaveLength(ADDRESS_FAILURES)
      expect(recorded.filter((event) => event.kind === 'login-challenged')).toHaveLength(1)
      // A member behind the same address passes a safety check, and a member elsewhere needs none.
      expect(await login(byPassword(name, PASSWORD), { address, safety: PROVEN })).toMatchObject({ ok: true })
      expect(await login(byPassword(name, PASSWORD))).toMatchObject({ ok: true })
      world.clock.move(SIGN_IN_WINDOW_MS)
      expect(await login(byPassword(name, PASSWORD), { address })).toMatchObject({ ok: true })
    })

    it('many addresses of one IPv6 network are challenged', async () => {
      const { guard } = world.services
      const fail = (attempt: number) => guard.noteFailure(`2001:db8:77:${attempt.toString(16)}::/64`)
      for (let attempt = 1; attempt < ADDRESS_FAILURES * NETWORK_FACTOR; attempt += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await fail(attempt)
      }
      expect(await guard.addressFullUntil('2001:db8:77:ffff::/64')).toBeNull()
      await fail(0)
      // The flood is over, the window of addresses is not.
      world.clock.move(MINUTE_MS)
      expect(await guard.isSuspicious('2001:db8:77:ffff::/64', 'device-1')).toBe(true)
      expect(await guard.isSuspicious('2001:db8:78:1::/64', 'device-1')).toBe(false)
    })

    it('a flood from many addresses challenges unknown devices only', async () => {
      const { name } = await account()
      const known = { deviceId: 'device-that-was-signed-in', address: '192.0.2.201' }
      await login(byPassword(name, PASSWORD), known)
      for (let attempt = 0; attempt < FLOOD_FAILURES; attempt += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await world.services.guard.noteFailure(`198.18.${attempt >> 8}.${attempt & 255}`)
      }
      const stranger = { deviceId: 'device-of-a-stranger', address: '192.0.2.202' }
      expect(await login(byPassword(name, 'Wrong2026'), stranger)).toMatchObject({ code: CODES.NEED_SAFE })
      expect(await login(byPassword(name, PASSWORD), known)).toMatchObject({ ok: true })
      world.clock.move(MINUTE_MS)
      expect(await login(byPassword(name, PASSWORD), stranger)).toMatchObject({ ok: true })
    })
  })

  it('S6.1 a session gets a new token at each sign-in, which no other device can use', async () => {
    const { name } = await account()
    const { sessions } = world.services
    const first = await login(byPassword(name, PASSWORD))
    const second = await login(byPassword(name, PASSWORD), { deviceId: 'device-second' })
    if (!first.ok || !second.ok) throw new Error('refused')
    expect(second.data.token).not.toBe(first.data.token)
    // 256 random bits.
    expect(second.data.token).toMatch(/^[\w-]{43}$/)
    expect((await sessions.find(second.data.token, world.context().deviceId)).session).toBeNull()
    expect((await sessions.find(second.data.token, 'device-second')).session).not.toBeNull()
    expect(await sessions.find(first.data.token, world.context().deviceId)).toEqual({
      session: null,
      endedBy: CODES.LOGIN_ELSEWHERE_ERROR,
    })
  })
})
