import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { Members } from '#server/members/members.ts'
import { PASSWORD_COST, PasswordRefusal, Passwords, PUBLIC_PASSWORD_COST } from '#server/members/passwords.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'
import { openTestStore } from '../../support/store.ts'

const PASSWORD = 'Play2026x'
const OLD_COST = { memoryCost: 16, timeCost: 1 }
const NEW_COST = { memoryCost: 16, timeCost: 2 }

describe('the cost of a password hash', () => {
  it('is at least that of RFC 9106 by default, and that of OWASP for printed passwords', async () => {
    expect(await new Passwords().hash(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(PASSWORD_COST).toEqual({ memoryCost: 65_536, timeCost: 3 })
    expect(PUBLIC_PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2 })
  })

  it('does not occupy the event loop', async () => {
    let turns = 0
    let isHashing = true
    const count = (): void => {
      turns += 1
      if (isHashing) setImmediate(count)
    }
    setImmediate(count)
    await new Passwords(PUBLIC_PASSWORD_COST).hash(PASSWORD)
    isHashing = false
    expect(turns).toBeGreaterThan(10)
  })

  it.each([
    ['$argon2id$v=19$m=16,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=17,t=3,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=15,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=19$m=16,t=1,p=1$c2FsdA$aGFzaA', true],
    ['$argon2i$v=19$m=16,t=2,p=1$c2FsdA$aGFzaA', true],
  ])('of %s is outdated: %s', (hash, isOutdated) => {
    expect(new Passwords(NEW_COST).isOutdated(hash)).toBe(isOutdated)
  })
})

describe('simultaneous password checks', () => {
  /** Checks that end when the test says so. */
  function heldChecks(maxRunning: number, maxChecks: number) {
    const running: (() => void)[] = []
    const compare = (): Promise<boolean> => new Promise((resolve) => running.push(() => resolve(true)))
    return { running, passwords: new Passwords(TEST_PASSWORD_COST, { maxRunning, maxChecks, compare }) }
  }

  it('run a few at a time, in order', async () => {
    const { running, passwords } = heldChecks(2, 10)
    const ended: number[] = []
    const all = [0, 1, 2, 3, 4].map(async (index) => {
      await passwords.check(PASSWORD, 'hash')
      ended.push(index)
    })
    for (let count = 0; count < 5; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(() => running.length).toBe(Math.min(2, 5 - count))
      running.shift()?.()
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(() => ended.length).toBe(count + 1)
    }
    await Promise.all(all)
    expect(ended).toEqual([0, 1, 2, 3, 4])
  })

  it('are refused beyond a maximum, and accepted again after it', async () => {
    const { running, passwords } = heldChecks(1, 3)
    const first = [1, 2, 3].map(() => passwords.check(PASSWORD, 'hash'))
    await expect(passwords.check(PASSWORD, 'hash')).rejects.toThrow(PasswordRefusal)
    await expect(passwords.check(PASSWORD, 'hash')).rejects.toMatchObject({ code: CODES.CURRENT_LIMITING_C })
    for (const check of first) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(() => running.length).toBe(1)
      running.shift()?.()
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await check).toBe(true)
    }
    const later = passwords.check(PASSWORD, 'hash')
    await expect.poll(() => running.length).toBe(1)
    running.shift()?.()
    expect(await later).toBe(true)
  })
})

describe('a hash of a lower cost', () => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore()
    const seed = { password: PASSWORD, nickname: '看客', vipLevel: 2, level: 8, siteId: 5009, coins: 0 }
    const before = new Members(store, { now: Date.now, passwords: new Passwords(OLD_COST) })
    await before.ensure([
      { ...seed, name: 'lower01' },
      { ...seed, name: 'lower02' },
    ])
  })
  afterAll(() => store.close())

  const hashOf = async (name: string): Promise<string> => {
    const [row] = await store.db.select({ hash: member.passwordHash }).from(member).where(eq(member.name, name))
    return row?.hash ?? ''
  }

  it('is replaced at the next sign-in with the right password, once', async () => {
    const members = new Members(store, { now: Date.now, passwords: new Passwords(NEW_COST) })
    const old = await hashOf('lower01')
    expect(old).toContain('$m=16,t=1,p=1$')
    expect(await members.checkPassword('lower01', 'Wrong2026')).toBeNull()
    expect(await hashOf('lower01')).toBe(old)
    expect(await members.checkPassword('lower01', PASSWORD)).toMatchObject({ code: null })
    const replaced = await hashOf('lower01')
    expect(replaced).toContain('$m=16,t=2,p=1$')
    expect(await members.checkPassword('lower01', PASSWORD)).toMatchObject({ code: null })
    expect(await members.checkPassword('lower01', 'Wrong2026')).toBeNull()
    expect(await hashOf('lower01')).toBe(replaced)
  })

  it('is not replaced by one of a server with a still lower cost', async () => {
    const old = await hashOf('lower02')
    const members = new Members(store, { now: Date.now, passwords: new Passwords(TEST_PASSWORD_COST) })
    expect(await members.checkPassword('lower02', PASSWORD)).toMatchObject({ code: null })
    expect(await hashOf('lower02')).toBe(old)
  })
})
