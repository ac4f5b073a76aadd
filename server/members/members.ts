import { and, eq, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Database } from '../database/database.ts'
import { isUniqueViolation } from '../database/errors.ts'
import { member } from '../database/schema/member.ts'
import { webAuthnChallenge } from '../database/schema/security.ts'
import { WEAK_PASSWORD_TAG } from './account-care.ts'
import { memberOf } from './member-row.ts'
import type { MemberRow, MemberSeed, NewMember } from './new-members.ts'
import { insertMember, insertMembers, membersByName } from './new-members.ts'
import { isLegacyHash, type PasswordCost, Passwords } from './passwords.ts'

const PROFILES = 20_000
const PROFILE_LIFETIME_MS = 10_000
const ACTIVE = '1'

/** A member whose name and password, or phone and code, are right. */
export interface FoundMember {
  readonly memberId: string
  readonly name: string
  /** Why the account cannot be used, or null. */
  readonly code: number | null
  readonly isPasskeyRequired: boolean
}

/** The members of all sites. */
export class Members {
  readonly #database: Database
  readonly #now: () => number
  readonly #passwords: Passwords
  readonly #profiles = new BoundedMap<string, { readonly member: Member; readonly at: number }>(PROFILES)

  constructor(database: Database, { now, passwords = new Passwords() }: { now: () => number; passwords?: Passwords }) {
    this.#database = database
    this.#now = now
    this.#passwords = passwords
  }

  /**
   * Null if name or password is wrong; `code` if the account cannot be used. Takes the same time in each case. Replaces
   * a hash of a lower cost, or of an older system, if the password is right.
   *
   * @param oldPassword the hash of an older system as the client computed it (S3.1)
   * @throws PasswordRefusal if too many passwords are being checked
   */
  async checkPassword(name: string, password: string, oldPassword?: string): Promise<FoundMember | null> {
    const wanted = normalUserName(name)
    const row = await this.#byName(wanted)
    const stored = row?.passwordHash ?? null
    const isRight = isLegacyHash(stored)
      ? await this.#passwords.checkLegacy(password, stored, { name: wanted, oldPassword })
      : await this.#passwords.check(password, stored)
    if (!row || !isRight) return null
    if (stored !== null && this.#passwords.isOutdated(stored)) await this.#replaceHash(row.id, stored, password)
    return foundOf(row)
  }

  async exists(name: string): Promise<boolean> {
    return (await this.#byName(normalUserName(name))) !== null
  }

  async find(memberId: string): Promise<FoundMember | null> {
    const [row] = await this.#database.db.select().from(member).where(eq(member.id, memberId))
    return row ? foundOf(row) : null
  }

  async findByName(name: string): Promise<FoundMember | null> {
    const row = await this.#byName(normalUserName(name))
    return row ? foundOf(row) : null
  }

  /**
   * Replaces the password, and invalidates sign-ins that wait for a passkey after the former one. The caller has checked
   * its rules, and ends the sessions.
   */
  async setPassword(memberId: string, password: string): Promise<void> {
    const passwordHash = await this.#passwords.hash(password)
    const tags = sql`array_remove(${member.tags}, ${WEAK_PASSWORD_TAG}::text)`
    await this.#database.transaction(async (tx) => {
      await tx.update(member).set({ passwordHash, passwordChangedAt: this.#now(), tags }).where(eq(member.id, memberId))
      await tx.delete(webAuthnChallenge).where(eq(webAuthnChallenge.memberId, memberId))
    })
    this.#profiles.delete(memberId)
  }

  /**
   * Creates a member with the starting coins. Returns the internal id, or the unique value that another member has: of
   * two registrations at the same time, one succeeds.
   */
  async register(given: NewMember): Promise<{ memberId: string } | { taken: 'name' | 'contact' }> {
    const passwordHash = await this.#passwords.hash(given.password)
    try {
      return { memberId: await insertMember(this.#database, given, passwordHash, this.#now()) }
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      return { taken: (await this.exists(given.name)) ? 'name' : 'contact' }
    }
  }

  /** PostgreSQL text cannot contain NUL, so no member has such a name. */
  async #byName(name: string): Promise<MemberRow | null> {
    if (name.includes('\0')) return null
    const [row] = await this.#database.db.select().from(member).where(eq(member.name, name))
    return row ?? null
  }

  async #replaceHash(memberId: string, stored: string, password: string): Promise<void> {
    const passwordHash = await this.#passwords.hash(password)
    await this.#database.db
      .update(member)
      .set({ passwordHash })
      .where(and(eq(member.id, memberId), eq(member.passwordHash, stored)))
  }

  async profile(memberId: string): Promise<Member | null> {
    const known = this.#profiles.get(memberId)
    if (known && this.#now() - known.at < PROFILE_LIFETIME_MS) return known.member
    const [row] = await this.#database.db.select().from(member).where(eq(member.id, memberId))
    if (!row) return null
    const found = memberOf(row)
    this.#profiles.set(memberId, { member: found, at: this.#now() })
    return found
  }

  /** Must be called after the profile of a member has changed. */
  forgetProfile(memberId: string): void {
    this.#profiles.delete(memberId)
  }

  async findByUserId(userId: string): Promise<{ memberId: string; member: Member } | null> {
    const [row] = await this.#database.db.select().from(member).where(eq(member.publicId, userId))
    return row ? { memberId: row.id, member: memberOf(row) } : null
  }

  /**
   * Creates missing members in bulk (demo, load tool). Returns internal ids in the given order. `cost` of their password
   * hashes replaces that of this server.
   */
  async ensure(
    seeds: readonly MemberSeed[],
    { cost }: { readonly cost?: PasswordCost } = {},
  ): Promise<{ memberId: string; member: Member }[]> {
    const names = seeds.map(({ name }) => normalUserName(name))
    const present = await membersByName(this.#database, names)
    const absent = new Map(seeds.map((seed, at) => [names[at] ?? '', seed]))
    for (const name of present.keys()) absent.delete(name)
    if (absent.size > 0) {
      const hashOf = (password: string): Promise<string> => this.#passwords.hash(password, cost)
      await insertMembers(this.#database, [...absent], hashOf, this.#now())
    }
    const all = absent.size > 0 ? await membersByName(this.#database, names) : present
    return names.map((name) => {
      const row = all.get(name)
      if (!row) throw new Error('a member was not created')
      return { memberId: row.id, member: memberOf(row) }
    })
  }
}

function foundOf({ id, name, status, isPasskeyRequired }: MemberRow): FoundMember {
  return { memberId: id, name, code: status === ACTIVE ? null : CODES.ACCOUNT_BLOCKADE, isPasskeyRequired }
}
