import { and, eq, sql } from 'drizzle-orm'
import { NOVICE, NOVICE_TASKS, type NoviceRule } from '#protocol/activities/novice.ts'
import { DAY_MS } from '#protocol/time.ts'
import { member } from '../../database/schema/member.ts'
import { roomEntry } from '../../database/schema/room.ts'
import { bankCard } from '../../database/schema/security.ts'
import type { ActivityKind, KindContext } from '../kind.ts'

/** S7.100: one part per first step of a new member. */
export const noviceKind: ActivityKind<NoviceRule> = {
  definition: NOVICE,
  isAutomatic: true,

  async eligible(context) {
    const { rule } = context.activity
    const done = await doneTasks(context)
    const until = Math.min(context.activity.endAt, await newUntil(context))
    return NOVICE_TASKS.filter((task) => rule[task] > 0).map((task) => ({
      cycle: task,
      isEligible: done.has(task),
      amount: rule[task],
      until,
    }))
  },

  async progress(context) {
    return { newUntil: await newUntil(context) }
  },
}

/** When the member stops being new. */
async function newUntil({ db, activity, memberId }: KindContext<NoviceRule>): Promise<number> {
  const [row] = await db.select({ createdAt: member.createdAt }).from(member).where(eq(member.id, memberId))
  return (row?.createdAt ?? 0) + activity.rule.days * DAY_MS
}

async function doneTasks({ db, memberId, parts }: KindContext<NoviceRule>): Promise<ReadonlySet<string>> {
  const [row] = await db
    .select({
      phone: sql<boolean>`${member.phoneHash} is not null`,
      realName: sql<boolean>`${member.realName} is not null`,
      publicId: member.publicId,
    })
    .from(member)
    .where(eq(member.id, memberId))
  const cards = await db.select({ id: bankCard.id }).from(bankCard).where(eq(bankCard.memberId, memberId)).limit(1)
  const has = {
    phone: row?.phone === true,
    realName: row?.realName === true,
    card: cards.length > 0,
    // The caller has signed in.
    signIn: true,
    chat: parts.some(({ cycle }) => cycle === 'chat') || (await hasSpoken(db, row?.publicId ?? '')),
  }
  return new Set(NOVICE_TASKS.filter((task) => has[task]))
}

/**
 * True for a member with a message in a room. The kind is a literal, so that the planner uses the partial index
 * `room_entry_text_author`.
 */
async function hasSpoken(db: KindContext<NoviceRule>['db'], publicId: string): Promise<boolean> {
  const found = await db
    .select({ id: roomEntry.id })
    .from(roomEntry)
    .where(and(eq(roomEntry.authorUserId, publicId), sql`${roomEntry.kind} = 1`))
    .limit(1)
  return found.length > 0
}
