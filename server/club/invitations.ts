import { and, asc, desc, eq, gte, inArray } from 'drizzle-orm'
import { isQualifiedFriend } from '#protocol/club/invitations.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { siteDateOf } from '#protocol/time.ts'
import type { Database, DrizzleDatabase } from '../database/database.ts'
import { vipHistory } from '../database/schema/club.ts'
import { member } from '../database/schema/member.ts'

/** Invited and qualified friends of a member. */
interface InviteCounts {
  readonly invited: number
  readonly qualified: number
}

interface Friend {
  readonly id: string
  readonly createdAt: number
}

/** Ids per query, so that a member with many friends needs no huge statement. */
const BATCH = 1_000

/** Friends whom members have invited. The edge of a friend is `member.invited_by`, made by the registration (Annex H). */
export class Invitations {
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>) {
    this.#database = database
  }

  countsOf(memberId: string): Promise<InviteCounts> {
    return inviteCounts(this.#database.db, memberId, 0)
  }

  /** A page of the friends, the newest first, without anything that names them. */
  async friendsOf(
    memberId: string,
    { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
  ): Promise<Pick<DataOf<'invite.friends'>, 'list' | 'total'>> {
    const { db } = this.#database
    const own = eq(member.invitedBy, memberId)
    const offset = (pageNum - 1) * pageSize
    const friends = await db
      .select({ id: member.id, createdAt: member.createdAt })
      .from(member)
      .where(own)
      .orderBy(desc(member.createdAt), desc(member.id))
      .limit(pageSize)
      .offset(offset)
    const [total, qualified] = await Promise.all([db.$count(member, own), qualifiedOf(db, friends)])
    const list = friends.map(({ id, createdAt }, index) => ({
      number: total - offset - index,
      date: siteDateOf(createdAt),
      isQualified: qualified.has(id),
    }))
    return { list, total }
  }
}

/** Friends of a member who registered from `since` on. Activities of the kind `invite` use it, too. */
export async function inviteCounts(
  db: Pick<DrizzleDatabase, 'select'>,
  memberId: string,
  since: number,
): Promise<InviteCounts> {
  const friends = await db
    .select({ id: member.id, createdAt: member.createdAt })
    .from(member)
    .where(and(eq(member.invitedBy, memberId), gte(member.createdAt, since)))
  let qualified = 0
  for (let at = 0; at < friends.length; at += BATCH) {
    // oxlint-disable-next-line no-await-in-loop -- one batch at a time
    qualified += (await qualifiedOf(db, friends.slice(at, at + BATCH))).size
  }
  return { invited: friends.length, qualified }
}

async function qualifiedOf(db: Pick<DrizzleDatabase, 'select'>, friends: readonly Friend[]): Promise<Set<string>> {
  if (friends.length === 0) return new Set()
  const ids = friends.map(({ id }) => id)
  const changes = await db
    .select({ memberId: vipHistory.memberId, to: vipHistory.toGrade, reason: vipHistory.reason })
    .from(vipHistory)
    .where(inArray(vipHistory.memberId, ids))
    .orderBy(asc(vipHistory.at), asc(vipHistory.id))
  const byFriend = new Map<string, typeof changes>()
  for (const change of changes) byFriend.set(change.memberId, [...(byFriend.get(change.memberId) ?? []), change])
  return new Set(ids.filter((id) => isQualifiedFriend(byFriend.get(id) ?? [])))
}
