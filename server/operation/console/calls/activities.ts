import { desc, eq, sql } from 'drizzle-orm'
import { draftProblem, problemText } from '#protocol/activities/definitions.ts'
import { CODES } from '#protocol/codes.ts'
import type { activityActions, ActivityRow } from '#protocol/console/activities.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { dryRun } from '../../../activities/dry-run.ts'
import { type ActivityDraft, createActivity, startActivity, stopActivity } from '../../../activities/management.ts'
import { lockedActivity } from '../../../activities/rows.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { activity, activityState } from '../../../database/schema/activities.ts'
import {
  consoleFailure,
  type ConsoleHandlers,
  editConflict,
  type OperatorCall,
  refusable,
  refuse,
} from '../console-call.ts'

const LISTED = 200

interface ActivityServices {
  readonly database: Database
}

type Draft = ConsoleRequestOf<'activity.dryRun'>
type One = ConsoleRequestOf<'activity.start'>

/** Handlers of activities. The database refuses changes of an activity that was started. */
export function activityHandlers({ database }: ActivityServices): Pick<ConsoleHandlers, keyof typeof activityActions> {
  /** Starts or stops an activity that is as the operator read it. */
  const change = ({ id, version, reason }: One, call: OperatorCall, apply: (tx: Transaction) => Promise<boolean>) =>
    refusable(database, async (tx) => {
      const before = await lockedRow(tx, id, version)
      if (!(await apply(tx))) return refuse(editConflict(before))
      const after = await rowOf(tx, id)
      await call.audit(tx, { target: `activity ${id}`, before, after: { ...after, reason } })
      return success({ activity: after })
    })

  return {
    'activity.list': async () => {
      const rows = await selectRows(database.db).orderBy(desc(activity.createdAt), desc(activity.id)).limit(LISTED)
      return success({ list: rows.map(viewOf) })
    },
    async 'activity.dryRun'(draft, { now }) {
      const refused = refusalOf(draft, now)
      if (refused) return refused
      const yesterday = startOfSiteDay(now) - DAY_MS
      return success(await dryRun(database.db, draftOf(draft), { from: yesterday, to: yesterday + DAY_MS }))
    },
    async 'activity.save'({ id, version, reason, ...draft }, call) {
      const refused = refusalOf(draft, call.now)
      if (refused) return refused
      return refusable(database, async (tx) => {
        const before = id === null ? null : await lockedRow(tx, id, version)
        if (before && before.status !== 'draft') return refuse(editConflict(before))
        const saved = before?.id ?? (await createActivity(tx, draftOf(draft), call.now))
        if (before) {
          const values = { ...draftOf(draft), version: version + 1 }
          await tx.update(activity).set(values).where(eq(activity.id, saved))
        }
        const after = await rowOf(tx, saved)
        await call.audit(tx, { target: `activity ${saved}`, before, after: { ...after, reason } })
        return success({ activity: after })
      })
    },
    'activity.start': (one, call) => change(one, call, (tx) => startActivity(tx, one.id, call.now)),
    'activity.stop': (one, call) => change(one, call, (tx) => stopActivity(tx, one.id)),
  }
}

/** The refusal of a draft with the field that is wrong; null if it can be stored. */
function refusalOf(draft: Draft, now: number) {
  const problem = draftProblem(draft, now)
  if (!problem) return null
  const text = problemText(problem.reason)
  return failure(CODES.PARAM_ERROR, text, { details: { fields: { [problem.field]: text } } })
}

function draftOf({ start, end, ...draft }: Draft): ActivityDraft {
  return { ...draft, startAt: start, endAt: end }
}

function selectRows(db: Pick<Database['db'], 'select'>) {
  const parts = sql`from ${activityState} s where s.activity_id = ${activity.id}`
  return db
    .select({
      row: activity,
      members: sql<number>`(select count(distinct s.member_id)::int ${parts})`,
      claimed: sql<number>`(select coalesce(sum(s.amount), 0)::bigint ${parts} and s.status = 'claimed')`,
    })
    .from(activity)
    .$dynamic()
}

function viewOf({ row, members, claimed }: Awaited<ReturnType<typeof selectRows>>[number]): ActivityRow {
  const {
    id,
    kind,
    title,
    summary,
    rule,
    currency,
    startAt: start,
    endAt: end,
    budget,
    reserved,
    status,
    version,
  } = row
  return { id, kind, title, summary, rule, currency, start, end, budget, reserved, status, version, members, claimed }
}

async function rowOf(tx: Transaction, id: string): Promise<ActivityRow> {
  const [row] = await selectRows(tx).where(eq(activity.id, id))
  return row ? viewOf(row) : refuse(consoleFailure(CODES.NOT_FOUND))
}

async function lockedRow(tx: Transaction, id: string, version: number): Promise<ActivityRow> {
  const locked = await lockedActivity(tx, id)
  if (!locked) return refuse(consoleFailure(CODES.NOT_FOUND))
  const row = await rowOf(tx, id)
  return locked.version === version ? row : refuse(editConflict(row))
}
