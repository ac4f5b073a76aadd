import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { Member } from '#protocol/endpoints/shapes.ts'
import { Members } from '#server/members/members.ts'
import type { MemberSeed } from '#server/members/new-members.ts'
import { Passwords, PUBLIC_PASSWORD_COST } from '#server/members/passwords.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { SignInGuard, SIGN_IN_ATTEMPTS, SIGN_IN_WINDOW_MS } from '#server/members/sign-in-guard.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'

const PASSWORD = 'Play2026x'

function seed(name: string, more: Partial<MemberSeed> = {}): MemberSeed {
  return { name, password: null, nickname: '看客', vipLevel: 2, level: 8, siteId: 5009, coins: 0, ...more }
}

describe.each(STORE_KINDS)('members on %s', (kind) => {
  const clock = testClock()
  let store: Database
  let members: Members
  beforeAll(async () => {
    store = await openTestStore(kind)
    members = new Members(store, { now: clock.now, passwords: testPasswords() })
  })
  afterAll(() => store.close())

  it('creates two thousand members once, with their coins, in order', async () => {
    const seeds = Array.from({ length: 2_000 }, (_, index) =>
      seed(`bulk${index}`, { coins: index % 3, nickname: `客${index}` }),
    )
    const made = await members.ensure(seeds)
    expect(made.map((each) => each.member.nickname)).toEqual(seeds.map(({ nickname }) => nickname))
    expect(await members.ensure(seeds.toReversed())).toEqual(made.toReversed())
    const ledger = new Ledger(store, { now: clock.now })
    expect(await Promise.all(made.slice(0, 4).map(({ memberId }) => ledger.coinBalance(memberId)))).toEqual([
      0, 1, 2, 0,
    ])
    await expectInvariants(store)
  })

  it('creates each member once for concurrent requests', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => members.ensure([seed('race01', { coins: 7 })])))
    expect(new Set(made.map(([one]) => one?.memberId)).size).toBe(1)
    const ledger = new Ledger(store, { now: clock.now })
    expect(await ledger.coinBalance(made[0]?.[0]?.memberId ?? '')).toBe(7)
  })

  it('settled 15: exposes a public id and never the account name', async () => {
    const [made] = await members.ensure([seed('secretname', { tags: ['老球迷'] })])
    expect(Member.parse(made?.member)).toEqual(made?.member)
    expect(made?.member).toMatchObject({
      userId: expect.stringMatching(/^[0-9a-z]{16}$/),
      currency: 'CNY',
      siteId: 5009,
    })
    expect(JSON.stringify(made?.member)).not.toContain('secretname')
    expect(made?.member.userId).not.toBe(made?.memberId)
    expect(await members.findByUserId(made?.member.userId ?? '')).toEqual(made)
    expect(await members.profile(made?.memberId ?? '')).toEqual(made?.member)
    expect(await members.findByUserId('nobody')).toBeNull()
    expect(await members.profile('00000000-0000-7000-8000-000000000000')).toBeNull()
  })

  it('settles in USDT on USDT sites', async () => {
    const [made] = await members.ensure([seed('usdt01', { siteId: 5020 })])
    expect(made?.member.currency).toBe('USDT')
  })

  it('settled 32: stores passwords as argon2id with individual salts', async () => {
    const seeds = [seed('argon01', { password: PASSWORD }), seed('argon02', { password: PASSWORD })]
    await new Members(store, { now: clock.now }).ensure(seeds)
    const rows = await store.db
      .select({ hash: member.passwordHash })
      .from(member)
      .where(sql`name like 'argon%'`)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
  })

  it('S3.1 verifies a password under the trimmed name in any case', async () => {
    const [made] = await members.ensure([seed('Login01', { password: PASSWORD })])
    expect(await members.checkPassword(' LOGIN01 ', PASSWORD)).toMatchObject({ memberId: made?.memberId, code: null })
    for (const [name, password] of [
      ['login01', 'Play2026y'],
      ['login01', ''],
      ['login01', 'x'.repeat(100_000)],
      ['login02', PASSWORD],
      ['', PASSWORD],
      ['login01\0', PASSWORD],
      ["' or 1=1 --", PASSWORD],
      ['bulk1', ''],
    ] as const) {
      expect(await members.checkPassword(name, password)).toBeNull()
    }
  })

  it('reports a disabled member only with the right password', async () => {
    await members.ensure([seed('frozen01', { password: PASSWORD })])
    await store.db.update(member).set({ status: '2' }).where(eq(member.name, 'frozen01'))
    expect(await members.checkPassword('frozen01', PASSWORD)).toMatchObject({ code: CODES.ACCOUNT_BLOCKADE })
    expect(await members.checkPassword('frozen01', 'wrong')).toBeNull()
  })

  it('takes the same time for unknown names', async () => {
    const timed = new Members(store, { now: clock.now, passwords: new Passwords(PUBLIC_PASSWORD_COST) })
    await timed.ensure([seed('timing01', { password: PASSWORD })])
    await timed.checkPassword('timing01', PASSWORD)
    // Processor time of this process, which does not depend on the load of the machine.
    const time = async (name: string): Promise<number> => {
      const before = process.cpuUsage()
      await timed.checkPassword(name, 'Wrong2026')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    const withoutPassword: number[] = []
    for (let round = 0; round < 12; round += 1) {
      known.push(await time('timing01'))
      unknown.push(await time('timing99'))
      withoutPassword.push(await time('bulk1'))
    }
    const median = (times: number[]): number => times.toSorted((one, other) => one - other)[6] ?? 0
    // A look-up without hashing takes a hundredth, so a factor of ten distinguishes them.
    for (const other of [unknown, withoutPassword]) {
      expect(median(other)).toBeGreaterThan(median(known) / 10)
      expect(median(other)).toBeLessThan(median(known) * 10)
    }
  })
})

describe.each(STORE_KINDS)('sign-in limits on %s (S9.12)', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('allow a number of attempts per account from any devices, and return the waiting time', async () => {
    const clock = testClock()
    const guard = new SignInGuard(store, { now: clock.now })
    for (let attempt = 0; attempt < SIGN_IN_ATTEMPTS; attempt += 1) {
      expect(await guard.take('victim', `device-a${attempt}`)).toBeNull()
      clock.move(1_000)
    }
    const until = clock.now() - SIGN_IN_ATTEMPTS * 1_000 + SIGN_IN_WINDOW_MS
    expect(await guard.take(' VICTIM', 'device-a9')).toBe(until)
    clock.move(until - clock.now() - 1)
    expect(await guard.take('victim', 'device-a9')).toBe(until)
    clock.move(1)
    expect(await guard.take('victim', 'device-a9')).toBeNull()
  })

  it('return the later end if account and device must wait', async () => {
    const clock = testClock()
    const guard = new SignInGuard(store, { now: clock.now })
    const fill = async (nameOf: (attempt: number) => string, deviceOf: (attempt: number) => string) => {
      for (let attempt = 0; attempt < SIGN_IN_ATTEMPTS; attempt += 1)
        await guard.take(nameOf(attempt), deviceOf(attempt))
      const until = clock.now() + SIGN_IN_WINDOW_MS
      clock.move(60_000)
      return until
    }
    await fill(
      () => 'early',
      (attempt) => `device-e${attempt}`,
    )
    const until = await fill(
      (attempt) => `late${attempt}`,
      () => 'device-late',
    )
    expect(await guard.take('early', 'device-late')).toBe(until)
    expect(await guard.failures('early', 'device-late')).toEqual({ failures: SIGN_IN_ATTEMPTS + 1, until })
  })

  it('count a device over all names', async () => {
    const guard = new SignInGuard(store, { now: testClock().now })
    const taken: (number | null)[] = []
    for (let attempt = 0; attempt <= SIGN_IN_ATTEMPTS; attempt += 1)
      taken.push(await guard.take(`n${attempt}`, 'device-b'))
    expect(taken.slice(0, -1)).toEqual(Array.from({ length: SIGN_IN_ATTEMPTS }, () => null))
    expect(taken.at(-1)).not.toBeNull()
  })

  it('apply to concurrent attempts', async () => {
    const guard = new SignInGuard(store, { now: testClock().now })
    const taken = await Promise.all(Array.from({ length: 40 }, (_, at) => guard.take('crowded', `device-c${at}`)))
    expect(taken.filter((until) => until === null).length).toBe(SIGN_IN_ATTEMPTS)
  })

  it('allow no more for a site with a later verification, and fewer for an earlier one', async () => {
    const guard = new SignInGuard(store, { now: testClock().now })
    const through = async (name: string, max: number) => {
      const tries = Array.from({ length: 20 }, (_, at) => guard.take(name, `${name}-${at}`, max))
      return (await Promise.all(tries)).filter((until) => until === null).length
    }
    expect(await through('patient', 2 * SIGN_IN_ATTEMPTS)).toBe(SIGN_IN_ATTEMPTS)
    expect(await through('careful', 3)).toBe(3)
  })

  it('reset the account after a success, but not the device', async () => {
    const guard = new SignInGuard(store, { now: testClock().now })
    for (let attempt = 1; attempt < SIGN_IN_ATTEMPTS; attempt += 1) await guard.take('other', 'device-d')
    for (let success = 0; success < 3; success += 1) {
      expect(await guard.take('owner', 'device-d')).toBeNull()
      await guard.giveBack('owner', 'device-d')
    }
    expect(await guard.take('third', 'device-d')).toBeNull()
    expect(await guard.take('third', 'device-d')).not.toBeNull()
  })
})
