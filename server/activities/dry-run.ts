import { and, desc, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { DAY_MS } from '#protocol/time.ts'
import type { Database } from '../database/database.ts'
import { member } from '../database/schema/member.ts'
import { session } from '../database/schema/session.ts'
import { firstUuidOf } from '../database/uuid-v7.ts'
import type { Activity } from './kind.ts'
import { KINDS } from './kinds.ts'
import type { ActivityDraft } from './management.ts'
import { isPaidIn } from './rows.ts'

/** Sessions whose members a dry run reads at most: the newest. */
const DRY_RUN_SESSIONS = 500

/**
 * What a draft would pay at once to the members who had a session in a period: who of them is eligible in the activity as if
 * it began now, and the sum of their first rewards. Writes nothing.
 */
export async function dryRun(
  db: Database['db'],
  draft: ActivityDraft,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ members: number; eligible: number; cost: number }> {
  const kind = KINDS[draft.kind]
  // Ids of sessions are in the order of their creation, and all sessions end within a day (S9.20).
  const sessions = await db
    .select({ id: member.id, currency: member.currency })
    .from(session)
    .innerJoin(member, eq(member.id, session.memberId))
    .where(
      and(
        gte(session.id, firstUuidOf(from - DAY_MS)),
        lt(session.id, firstUuidOf(to)),
        gte(session.lastSeen, from),
        isNotNull(member.passwordHash),
      ),
    )
    .orderBy(desc(session.id))
    .limit(DRY_RUN_SESSIONS)
  const rows = [...new Map(sessions.map((row) => [row.id, row])).values()]
  const payable = rows.filter(({ currency }) => isPaidIn(draft, currency))
  const activity: Activity = {
    id: 'draft',
    ...draft,
    reserved: 0,
    status: 'running',
    version: 0,
    createdAt: from,
    seed: '',
  }
  let [eligible, cost] = [0, 0]
  for (const { id } of kind ? payable : []) {
    const context = {
      db,
      activity: activity as Activity & { rule: never },
      memberId: id,
      now: draft.startAt,
      parts: [],
      matches: () => [],
    }
    // oxlint-disable-next-line no-await-in-loop -- the embedded database runs one statement at a time
    const offers = (await kind?.eligible(context)) ?? []
    const sum = offers.filter((offer) => offer.isEligible).reduce((total, { amount }) => total + amount, 0)
    if (sum > 0) eligible += 1
    cost += sum
  }
  return { members: rows.length, eligible, cost }
}
