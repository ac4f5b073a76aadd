import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { deploymentOf } from '#protocol/sites.ts'
import type { Database } from '../database/database.ts'
import { member } from '../database/schema/member.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { grantCoins, grantPoints } from '../wallet/ledger/postings.ts'
import { sendPrivateMessage } from './inbox/inbox.ts'

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
  /** Points, likewise. */
  readonly points?: number
  readonly tags?: readonly string[]
}

/** A person who registers. Everything was checked. */
export interface NewMember {
  /** Lower case. */
  readonly name: string
  readonly password: string
  readonly siteId: number
  readonly realName: string | null
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
  readonly invitedBy: string | null
  /** Columns of the bound phone. */
  readonly contact: Partial<typeof member.$inferInsert>
  readonly coins: number
}

export type MemberRow = typeof member.$inferSelect

export async function membersByName({ db }: Database, names: readonly string[]): Promise<Map<string, MemberRow>> {
  const rows = await db
    .select()
    .from(member)
    .where(sql`${member.name} = any(${sql.param(names)}::text[])`)
  return new Map(rows.map((row) => [row.name, row]))
}

const NICKNAME_LETTERS = 5

/**
 * Inserts a member who registers, with the starting coins and a message about them. Returns the internal id. Rejects for a
 * taken value.
 */
export async function insertMember(
  database: Database,
  { name, siteId, realName, birthDate, invitedBy, contact, coins }: NewMember,
  passwordHash: string,
  now: number,
): Promise<string> {
  const id = uuidV7(now)
  const publicId = newPublicId()
  await database.transaction(async (tx) => {
    await tx.insert(member).values({
      ...contact,
      id,
      publicId,
      passwordHash,
      name,
      nickname: `看客${publicId.slice(0, NICKNAME_LETTERS)}`,
      avatar: '',
      siteId,
      currency: deploymentOf(siteId).settleCurrency,
      realName,
      birthDate,
      invitedBy,
      createdAt: now,
    })
    await grantCoins(tx, [{ memberId: id, coins }], now)
    if (coins > 0) await sendPrivateMessage(tx, welcomeOf(id, coins), now)
  })
  return id
}

function welcomeOf(memberId: string, coins: number) {
  return {
    memberId,
    title: '欢迎加入',
    content: `已送你 ${coins.toLocaleString('en-US')} 金币，可以给主播送礼物。金币是演示资金，不涉及真实货币。\n签到、任务和抽奖在活动页，玩法说明在帮助中心。`,
    jumpUrl: '/app/promos',
    operator: '',
  }
}

/** Inserts members and their first coins in one transaction. */
export async function insertMembers(
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
  const seedOf = new Map(seeds)
  await database.transaction(async (tx) => {
    const grants: { memberId: string; coins: number; points: number }[] = []
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      const made = await tx
        .insert(member)
        .values(rows.slice(at, at + ROWS_PER_INSERT))
        .onConflictDoNothing({ target: member.name })
        .returning({ memberId: member.id, name: member.name })
      for (const { memberId, name } of made) {
        const { coins = 0, points = 0 } = seedOf.get(name) ?? {}
        grants.push({ memberId, coins, points })
      }
    }
    await grantCoins(tx, grants, now)
    for (const grant of grants) {
      // oxlint-disable-next-line no-await-in-loop -- one connection, and few members have points at first
      if (grant.points > 0) await grantPoints(tx, grant, now)
    }
  })
}

/** A statement has at most 65,535 parameters. */
const ROWS_PER_INSERT = 1_000

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random bytes of a public id: 80 bits, so that ids cannot be guessed or counted. */
const PUBLIC_ID_BYTES = 10

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
