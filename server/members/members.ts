import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { normalUserName } from '#protocol/rules/account.ts'
import { deploymentOf } from '#protocol/sites.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { grantCoins } from '../ledger/postings.ts'
import type { Database } from '../database/database.ts'
import { member } from '../database/schema/member.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { memberOf } from './member-row.ts'
import { type PasswordCost, Passwords } from './passwords.ts'

const PROFILES = 20_000
const PROFILE_LIFETIME_MS = 10_000
/** Random bytes of a public id: 80 bits, so that ids cannot be guessed or counted. */
const PUBLIC_ID_BYTES = 10
const ACTIVE = '1'

export interface MemberSeed {
  readonly name: string
  /** Null: nobody can sign in as this member (crowd). */
  readonly password: string | null
  readonly nickname: string
  readonly vipLevel: number
  readonly level: number
  readonly siteId: number
  /** Coins granted once by the house when the member is created. */
  readonly coins: number
  readonly tags?: readonly string[]
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
   * a hash of a lower cost if the password is right.
   *
   * @throws PasswordRefusal if too many passwords are being checked
   */
  async checkPassword(name: string, password: string): Promise<{ memberId: string; code: number | null } | null> {
    const wanted = normalUserName(name)
    // PostgreSQL text cannot contain NUL, so no member has such a name.
    const [row] = wanted.includes('\0')
      ? []
      : await this.#database.db.select().from(member).where(eq(member.name, wanted))
    const isRight = await this.#passwords.check(password, row?.passwordHash ?? null)
    if (!row || !isRight) return null
    if (row.passwordHash !== null && this.#passwords.isOutdated(row.passwordHash)) {
      const passwordHash = await this.#passwords.hash(password)
      await this.#database.db
        .update(member)
        .set({ passwordHash })
        .where(and(eq(member.id, row.id), eq(member.passwordHash, row.passwordHash)))
    }
    return { memberId: row.id, code: row.status === ACTIVE ? null : CODES.ACCOUNT_BLOCKADE }
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

type MemberRow = typeof member.$inferSelect

async function membersByName({ db }: Database, names: readonly string[]): Promise<Map<string, MemberRow>> {
  const rows = await db
    .select()
    .from(member)
    .where(sql`${member.name} = any(${sql.param(names)}::text[])`)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Inserts members and their first coins in one transaction. */
async function insertMembers(
  database: Database,
  seeds: readonly [name: string, seed: MemberSeed][],
  hashOf: (password: string) => Promise<string>,
  now: number,
) {
  const rows = await Promise.all(
    seeds.map(async ([name, seed]) => ({
      id: uuidV7(now),
      name,
      publicId: newPublicId(),
      passwordHash: seed.password === null ? null : await hashOf(seed.password),
      nickname: seed.nickname,
      avatar: '',
      siteId: seed.siteId,
      currency: deploymentOf(seed.siteId).settleCurrency,
      vipLevel: seed.vipLevel,
      level: seed.level,
      tags: [...(seed.tags ?? [])],
      createdAt: now,
    })),
  )
  const coinsOf = new Map(seeds.map(([name, seed]) => [name, seed.coins]))
  await database.transaction(async (tx) => {
    const grants: { memberId: string; coins: number }[] = []
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      const made = await tx
        .insert(member)
        .values(rows.slice(at, at + ROWS_PER_INSERT))
        .onConflictDoNothing({ target: member.name })
        .returning({ memberId: member.id, name: member.name })
      for (const { memberId, name } of made) grants.push({ memberId, coins: coinsOf.get(name) ?? 0 })
    }
    await grantCoins(tx, grants, now)
  })
}
/** A statement has at most 65,535 parameters. */
const ROWS_PER_INSERT = 1_000

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Sixteen characters of Crockford's base 32. */
function newPublicId(): string {
  let bits = BigInt(`0x${randomBytes(PUBLIC_ID_BYTES).toString('hex')}`)
  let id = ''
  for (let letter = 0; letter < (PUBLIC_ID_BYTES * 8) / 5; letter += 1) {
    id += LETTERS[Number(bits & 31n)] ?? ''
    bits >>= 5n
  }
  return id
}
