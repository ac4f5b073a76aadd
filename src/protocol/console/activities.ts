import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../activities/definition.ts'
import { count, RewardCurrency, shownText, text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, reason } from './action.ts'

const activityId = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))
/** JSON that the definition of the kind checks. */
const rule = z.record(z.string(), z.unknown())

/** Minor units of the currency, and epoch milliseconds. The handler checks what depends on other fields. */
const draft = {
  kind: z.enum(ACTIVITY_NAMES),
  title: shownText(1, 32),
  summary: shownText(1, 80),
  rule,
  currency: RewardCurrency,
  start: z.int(),
  end: z.int(),
  budget: z.int(),
}

const ActivityRow = z.object({
  ...draft,
  title: text(64),
  summary: text(200),
  id: activityId,
  status: z.enum(['draft', 'running', 'stopped']),
  version: itemVersion,
  /** Promised or paid. */
  reserved: count,
  claimed: count,
  members: count,
})
export type ActivityRow = z.infer<typeof ActivityRow>

const one = { id: activityId, version: itemVersion, reason }

/** Activities: an operator creates one of a known kind, starts and stops it (issue 43). */
export const activityActions = {
  /** The newest first. */
  'activity.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({}),
    data: z.object({ list: z.array(ActivityRow) }),
  }),
  /** What a draft would have paid at once to the members of yesterday, at most those of the newest 500 sessions. */
  'activity.dryRun': consoleAction({
    access: ['operator', 'editor'],
    readOnly: true,
    request: z.strictObject(draft),
    data: z.object({ members: count, eligible: count, cost: count }),
  }),
  /** Creates a draft (`id` null, `version` 0) or changes one that was not started. */
  'activity.save': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({ ...draft, id: z.nullable(activityId), version: itemVersion, reason }),
    data: z.object({ activity: ActivityRow }),
  }),
  /** Starts a draft. Its budget is taken from the house. */
  'activity.start': consoleAction({
    access: ['operator'],
    request: z.strictObject(one),
    data: z.object({ activity: ActivityRow }),
  }),
  /** Nobody can begin any more. What was won can still be claimed. */
  'activity.stop': consoleAction({
    access: ['operator'],
    request: z.strictObject(one),
    data: z.object({ activity: ActivityRow }),
  }),
} as const
