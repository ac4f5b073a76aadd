import { eq, sql } from 'drizzle-orm'
import { DEFINITIONS } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import type { RewardCurrency } from '#protocol/currency.ts'
import { newSeed } from '../config/server-seed.ts'
import type { Transaction } from '../database/database.ts'
import { activity } from '../database/schema/activities.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { isTransferred, transferOnce } from '../wallet/funds/transfer.ts'
import { contentHash } from '../wallet/ledger/postings.ts'
import { budgetLeg, fundingLeg } from './budget.ts'
import { storePrizes } from './draws.ts'
import { lockedActivity } from './rows.ts'

/** What an operator decides about an activity. Times are epoch milliseconds, the budget minor units of the currency. */
export interface ActivityDraft {
  readonly kind: ActivityName
  readonly title: string
  readonly summary: string
  readonly rule: Readonly<Record<string, unknown>>
  readonly currency: RewardCurrency
  readonly startAt: number
  readonly endAt: number
  readonly budget: number
}

/** Stores a checked draft. Returns its id. */
export async function createActivity(tx: Transaction, draft: ActivityDraft, now: number): Promise<string> {
  const id = `${DEFINITIONS[draft.kind]?.slug ?? 'activity'}-${uuidV7(now).slice(-8)}`
  await tx.insert(activity).values({ id, ...draft, createdAt: now })
  return id
}

/** Starts a draft: its budget moves to an account of its own. Returns false if it is no draft. */
export async function startActivity(tx: Transaction, id: string, now: number): Promise<boolean> {
  const draft = await lockedActivity(tx, id)
  if (draft?.status !== 'draft') return false
  const { currency, budget } = draft
  const funded = await transferOnce(tx, {
    type: 'activity-budget',
    refType: 'activity',
    refId: id,
    key: `activity:${id}:budget`,
    contentHash: contentHash('activity-budget', [id, budget, currency]),
    legs: [budgetLeg(id, currency, budget), fundingLeg(currency, -budget)],
    at: now,
  })
  if (!isTransferred(funded)) throw new Error(`the budget of ${id} was not posted: ${funded.code}`)
  await storePrizes(tx, id, draft.rule)
  await tx.update(activity).set({ seed: newSeed().serverSeed }).where(eq(activity.id, id))
  await setStatus(tx, id, 'running')
  return true
}

/** Stops an activity: nobody can begin any more, and what was won can still be claimed (decision 220). */
export async function stopActivity(tx: Transaction, id: string): Promise<boolean> {
  const running = await lockedActivity(tx, id)
  if (running?.status !== 'running') return false
  await setStatus(tx, id, 'stopped')
  return true
}

async function setStatus(tx: Transaction, id: string, status: 'running' | 'stopped'): Promise<void> {
  await tx
    .update(activity)
    .set({ status, version: sql`${activity.version} + 1` })
    .where(eq(activity.id, id))
}
