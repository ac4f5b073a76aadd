import { and, count, desc, eq, gt, inArray } from 'drizzle-orm'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { CurrencyCode } from '#protocol/currency.ts'
import type { ActivityBlock, ActivityDraw, ActivityStep } from '#protocol/endpoints/activity.ts'
import type { Claimable } from '#protocol/endpoints/club.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { hasTag } from '#protocol/rules/activity.ts'
import { activityStateAt, CLAIM_DAYS } from '#protocol/rules/activity-states.ts'
import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import type { Claim, ClaimSource } from '../club/claims.ts'
import type { Database, DrizzleDatabase, Transaction } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { activity as activityTable, activityState } from '../database/schema/activities.ts'
import { budgetLeg } from './budget.ts'
import {
  type Activity,
  type ActivityKind,
  type Applied,
  isDecided,
  type KindContext,
  type MatchList,
  type Offer,
  type Part,
  type Reader,
} from './kind.ts'
import { cycleOfDraw, drawnPart, hasJustDrawn, lockedDraw, nextDraw } from './draws.ts'
import { KINDS } from './kinds.ts'
import {
  activityById,
  claimUntil,
  currentActivity,
  insertPart,
  isOpen,
  isPaidIn,
  isPart,
  lockedActivity,
  lockedPart,
  partsOf,
  type Person,
  personOf,
  reserve,
  runningActivities,
} from './rows.ts'

const PAGE_SIZE = 20

export interface ActivitiesOptions {
  readonly database: Database
  /** The code of a time-out or self-exclusion (I10); 0 without one. */
  readonly exclusionCode: (memberId: string, db: Pick<DrizzleDatabase, 'execute' | 'select'>) => Promise<number>
}

interface Application {
  readonly memberId: string
  readonly name: ActivityName
  readonly activityId: string
  readonly cycle: string
  readonly input: unknown
}

type Context = KindContext<never>

/** What an activity shows of the person who looks at it. */
type PersonalView = Pick<NonNullable<DataOf<'activity.check'>>, 'block' | 'steps' | 'progress' | 'draw'>
const VIEW_OF_VISITORS: PersonalView = { block: 'visitor', steps: [], progress: {}, draw: null }

/**
 * The engine of all activities (E.8): which parts a member has, how they begin, and what they pay. A part is one row per
 * activity, member and cycle; it pays once, from the budget of the activity (I8).
 */
export class Activities implements ClaimSource {
  readonly kind = 'activity'
  readonly #options: ActivitiesOptions
  #matches: MatchList = () => []

  constructor(options: ActivitiesOptions) {
    this.#options = options
  }

  /** Connects the matches, which open after the database. */
  readMatches(matches: MatchList): void {
    this.#matches = matches
  }

  /** Activities that are shown to a member or a visitor; of all currencies without one. */
  async running(currency: CurrencyCode | null, now: number): Promise<DataOf<'activity.list'>> {
    const rows = await runningActivities(this.#options.database.db, now)
    const shown = rows.filter((one) => KINDS[one.kind] && (currency === null || isPaidIn(one, currency)))
    return {
      list: shown.map(({ id, kind, title, summary, startAt, endAt }) => ({
        activityId: id,
        name: kind,
        title,
        summary,
        category: KINDS[kind]?.definition.category ?? 'daily',
        start: startAt,
        end: endAt,
      })),
    }
  }

  /** An activity, by default the current one of its kind, with the parts of the member. Null if there is none. */
  async check(
    wanted: { readonly name: ActivityName; readonly activityId?: string | undefined; readonly currency: CurrencyCode },
    memberId: string | null,
    now: number,
  ): Promise<DataOf<'activity.check'> | null> {
    const { db } = this.#options.database
    const { name, activityId, currency } = wanted
    const found = await (activityId === undefined
      ? currentActivity(db, { name, currencies: [currency, 'COIN', 'POINT'], now })
      : activityById(db, activityId))
    const kind = found && KINDS[found.kind]
    if (!found || !kind || found.kind !== name || found.status === 'draft') return null
    const own = memberId === null ? VIEW_OF_VISITORS : await this.#shownTo(found, memberId, now)
    const { id, title, summary, startAt, endAt, budget, reserved, status } = found
    return {
      activityId: id,
      name,
      title,
      summary,
      rule: kind.definition.shown?.(found.rule as never) ?? found.rule,
      currency: found.currency,
      start: startAt,
      end: endAt,
      claimUntil: claimUntil(found),
      isStopped: status === 'stopped',
      budget,
      left: budget - reserved,
      ...own,
    }
  }

  /** Begins a part. The same application again has the same result; another one for the cycle is refused. */
  async apply(application: Application, now: number): Promise<Result<DataOf<'activity.apply'>>> {
    const { memberId, activityId, cycle, name, input } = application
    return this.#storeStep(now, async (tx) => {
      const activity = await lockedActivity(tx, activityId)
      const kind = activity && KINDS[activity.kind]
      if (!activity || !kind || activity.kind !== name || activity.status === 'draft') {
        return failureOf(CODES.NOT_FOUND)
      }
      const context = await this.#contextOf(tx, activity, memberId, now)
      const known = context.parts.find((part) => part.cycle === cycle)
      if (known) return isSameInput(known, input) ? known : refused('applied')
      return this.#begin(tx, { kind, context, cycle, input })
    })
  }

  /** The kind of an activity; null if there is none with this id. */
  async kindOf(activityId: string): Promise<string | null> {
    return (await activityById(this.#options.database.db, activityId))?.kind ?? null
  }

  /** Parts of the member, the newest first. */
  async records(
    memberId: string,
    { name, pageNum }: { readonly name: ActivityName; readonly pageNum: number },
    now: number,
  ): Promise<DataOf<'activity.records'>> {
    const { db } = this.#options.database
    const isOwn = and(eq(activityState.memberId, memberId), eq(activityTable.kind, name))
    const all = db
      .select({ total: count() })
      .from(activityState)
      .innerJoin(activityTable, eq(activityTable.id, activityState.activityId))
      .where(isOwn)
    const rows = await db
      .select({ part: activityState, activity: activityTable })
      .from(activityState)
      .innerJoin(activityTable, eq(activityTable.id, activityState.activityId))
      .where(isOwn)
      .orderBy(desc(activityState.appliedAt), desc(activityState.cycle))
      .limit(PAGE_SIZE)
      .offset((pageNum - 1) * PAGE_SIZE)
    return {
      list: rows.map(({ part, activity }) => ({
        activityId: activity.id,
        title: activity.title,
        cycle: part.cycle,
        status: statusOf(activity, null, part, now),
        amount: part.amount,
        currency: activity.currency,
        data: part.data,
        at: part.changedAt,
      })),
      total: (await all)[0]?.total ?? 0,
      pageNum,
      pageSize: PAGE_SIZE,
    }
  }

  /** What the member can claim, for the welfare center. */
  async list(memberId: string, now: number): Promise<Claimable[]> {
    const { db } = this.#options.database
    const own = await db
      .selectDistinctOn([activityTable.id], { activity: activityTable })
      .from(activityTable)
      .innerJoin(activityState, eq(activityState.activityId, activityTable.id))
      .where(
        and(
          eq(activityState.memberId, memberId),
          inArray(activityState.status, ['applied', 'claimable']),
          gt(activityTable.endAt, now - CLAIM_DAYS * DAY_MS),
        ),
      )
      .orderBy(activityTable.id)
    const running = (await runningActivities(db, now)).filter((one) => KINDS[one.kind]?.isAutomatic)
    const activities = new Map([...own.map(({ activity }) => activity), ...running].map((one) => [one.id, one]))
    const lists = await Promise.all(
      [...activities.values()].map(async (activity) => {
        const { block, steps } = await this.#shownTo(activity, memberId, now)
        const isAutomatic = KINDS[activity.kind]?.isAutomatic === true && block === null && isOpen(activity, now)
        return steps
          .filter(({ status }) => status === 'claimable' || (isAutomatic && status === 'eligible'))
          .map((step) => claimableOf(activity, step, now))
      }),
    )
    return lists.flat()
  }

  /** Locks a part and begins an automatic one. Returns what it pays, or the code of the refusal. */
  async take(tx: Transaction, memberId: string, id: string, now: number): Promise<Claim | number> {
    const [, activityId = '', cycle = ''] = id.split(':')
    const key = { activityId, memberId, cycle }
    const activity = await this.#lockedFor(tx, key, now)
    const kind = activity && KINDS[activity.kind]
    if (!activity || !kind || activity.status === 'draft') return CODES.NOT_FOUND
    const context = await this.#contextOf(tx, activity, memberId, now)
    const begun = context.parts.find((one) => one.cycle === cycle) ?? null
    const part = begun ?? (kind.isAutomatic ? await this.#begin(tx, { kind, context, cycle, input: null }) : null)
    if (part === null) return CODES.ACTIVITY_STATE
    if ('ok' in part) return part.code
    const decided = isDecided(part) ? part : await decide(tx, kind, context, part)
    if (statusOf(activity, null, decided, now) !== 'claimable') return CODES.ACTIVITY_STATE
    const { currency } = activity
    return {
      amount: decided.amount,
      currency,
      from: budgetLeg(activityId, currency, -decided.amount),
      paid: async (claimTx) => {
        await tx.update(activityState).set({ status: 'claimed', claimTx, changedAt: now }).where(isPart(key))
      },
    }
  }

  /** Locks a stored part, or the activity in which it can begin. An activity is locked before its parts. */
  async #lockedFor(
    tx: Transaction,
    key: Pick<Part, 'activityId' | 'memberId' | 'cycle'>,
    now: number,
  ): Promise<Activity | null> {
    const { activityId, memberId } = key
    const activity = await activityById(tx, activityId)
    const kind = activity && KINDS[activity.kind]
    if (activity && kind?.lastPart) await closeParts(tx, kind, await this.#contextOf(tx, activity, memberId, now))
    return (await lockedPart(tx, key)) ? activity : lockedActivity(tx, activityId)
  }

  /** The parts of a member, stored or offered. Decides applied ones. */
  async #shownTo(activity: Activity, memberId: string, now: number): Promise<PersonalView> {
    const { database } = this.#options
    const kind = KINDS[activity.kind]
    if (!kind) return { block: null, steps: [], progress: {}, draw: null }
    await this.#decideAll(activity, kind, memberId, now)
    const context = await this.#contextOf(database.db, activity, memberId, now)
    const person = await personOf(database.db, memberId)
    const offers = await kind.eligible(context)
    const offered = new Map(offers.map((offer) => [offer.cycle, offer]))
    const others = context.parts.filter(({ cycle }) => !offered.has(cycle))
    const partOf = (cycle: string) => context.parts.find((part) => part.cycle === cycle) ?? null
    return {
      block: blockOf(activity, kind, person),
      progress: await kind.progress(context),
      draw: await this.#drawOf(kind, context),
      steps: [
        ...offers.map((offer) => stepOf(activity, offer, partOf(offer.cycle), now)),
        ...others.map((part) => stepOf(activity, null, part, now)),
      ],
    }
  }

  async #decideAll(activity: Activity, kind: ActivityKind<never>, memberId: string, now: number): Promise<void> {
    if (!kind.receive) return
    const { database } = this.#options
    const open = await this.#contextOf(database.db, activity, memberId, now)
    const isClosing = await isToClose(kind, open)
    if (isClosing) await retried(() => database.transaction((tx) => closeParts(tx, kind, { ...open, db: tx })))
    const context = isClosing ? await this.#contextOf(database.db, activity, memberId, now) : open
    for (const part of context.parts.filter((one) => !isDecided(one))) {
      // oxlint-disable-next-line no-await-in-loop -- they change the same budget
      if ((await kind.receive(context, part)) === null) continue
      // oxlint-disable-next-line no-await-in-loop -- as above
      await database.transaction(async (tx) => {
        const locked = await lockedPart(tx, part)
        if (locked && !isDecided(locked)) await decide(tx, kind, { ...context, db: tx }, locked)
      })
    }
  }

  /** Stores a new part and reserves its amount. The activity is locked. */
  async #begin(tx: Transaction, beginning: Beginning): Promise<Part | Failure> {
    const { kind, context, cycle, input } = beginning
    const { activity } = context
    const obstacle = await this.#obstacle(tx, kind, context)
    if (obstacle) return obstacle
    // The call may have arrived before the end and waited for the lock until all parts were decided.
    const last = await kind.lastPart?.(context)
    if (last && isDecided(last)) return refused('ended')
    const applied = await applicationOf(beginning)
    if ('ok' in applied) return applied
    const amount = applied.status === 'rejected' ? 0 : applied.amount
    if (activity.reserved + amount > activity.budget) return refused('budget')
    const stored = inputOf(input)
    const data = { ...applied.data, ...(stored === null ? {} : { input: stored }) }
    return insertPart(tx, context, { cycle, status: applied.status, amount, data })
  }

  /** Why the member cannot take part now, whatever the conditions; null if nothing stops it. */
  async #obstacle(tx: Transaction, kind: ActivityKind<never>, context: Context): Promise<Failure | null> {
    const { activity, memberId, now } = context
    const closed = blockOf(activity, kind, await personOf(tx, memberId)) ?? closedBy(activity, now)
    if (closed !== null) return refused(closed)
    const excluded = await this.#options.exclusionCode(memberId, tx)
    return excluded === 0 ? null : failureOf(excluded)
  }

  /** Runs `work`, which stores a part or refuses it, in a transaction. */
  async #storeStep(
    now: number,
    work: (tx: Transaction) => Promise<Part | Failure>,
  ): Promise<Result<{ step: ActivityStep }>> {
    const { database } = this.#options
    const part = await retried(() => database.transaction(work))
    if ('ok' in part) return part
    const activity = await activityById(database.db, part.activityId)
    if (!activity) throw new Error(`activity ${part.activityId} is missing`)
    return success({ step: stepOf(activity, null, part, now) })
  }

  async #contextOf(db: Reader, activity: Activity, memberId: string, now: number): Promise<Context> {
    // Rules are checked when they are stored.
    const checked = activity as Activity & { readonly rule: never }
    const parts = await partsOf(db, activity.id, memberId)
    return { db, activity: checked, memberId, now, parts, matches: this.#matches }
  }

  /** The published hash of the next draw, and how many draws the member has left; null for kinds without draws. */
  async #drawOf(kind: ActivityKind<never>, context: Context): Promise<ActivityDraw | null> {
    const { activity, memberId, now } = context
    if (!kind.draw || !isOpen(activity, now)) return null
    const next = await nextDraw(this.#options.database.db, { activityId: activity.id, memberId })
    return { ...next, left: kind.draw(context).left }
  }

  /** Draws once per nonce: the same draw again has the same result, whatever its seed is. */
  async draw(
    wanted: { readonly memberId: string; readonly name: ActivityName; readonly activityId: string } & {
      readonly nonce: number
      readonly memberSeed: string
    },
    now: number,
  ): Promise<Result<DataOf<'activity.draw'>>> {
    const { memberId, name, activityId, nonce, memberSeed } = wanted
    const owner = { activityId, memberId }
    return this.#storeStep(now, async (tx) => {
      const activity = await lockedActivity(tx, activityId)
      const kind = activity && KINDS[activity.kind]
      if (!activity || !kind?.draw || activity.kind !== name) return failureOf(CODES.NOT_FOUND)
      const context = await this.#contextOf(tx, activity, memberId, now)
      const known = context.parts.find(({ cycle }) => cycle === cycleOfDraw(nonce))
      if (known) return known
      const row = await lockedDraw(tx, owner, nonce)
      if (!row) return refused('seed')
      const { prizes, left } = kind.draw(context)
      const obstacle = await this.#obstacle(tx, kind, context)
      if (obstacle) return obstacle
      if (left === 0) return refused('noChance')
      if (await hasJustDrawn(tx, owner, now)) return refused('tooFast')
      // The result must not decide whether it is paid, so the budget must pay any of the prizes.
      const most = Math.max(...prizes.map(({ amount }) => amount))
      if (activity.reserved + most > activity.budget) return refused('budget')
      return drawnPart(tx, context, { row, prizes, memberSeed })
    })
  }
}

interface Beginning {
  readonly kind: ActivityKind<never>
  readonly context: Context
  readonly cycle: string
  readonly input: unknown
}

/** Why no member can begin now; null while the activity is open. */
function closedBy(activity: Activity, now: number): 'stopped' | 'soon' | 'ended' | null {
  if (isOpen(activity, now)) return null
  if (activity.status === 'stopped') return 'stopped'
  return now < activity.startAt ? 'soon' : 'ended'
}

/** True after the end if the last part is not decided, so that a part could still begin. */
async function isToClose(kind: ActivityKind<never>, context: Context): Promise<boolean> {
  if (!kind.lastPart || context.now < context.activity.endAt) return false
  const last = await kind.lastPart(context)
  return last !== null && !isDecided(last)
}

/**
 * Decides the last part after the end, under the lock of the activity. From then on no part begins, in no process and
 * whatever its clock says, so the number of parts is final.
 */
async function closeParts(tx: Transaction, kind: ActivityKind<never>, context: Context): Promise<void> {
  if (!(await isToClose(kind, context))) return
  await lockedActivity(tx, context.activity.id)
  const last = await kind.lastPart?.(context)
  if (last && !isDecided(last)) await decide(tx, kind, context, last)
}

/** What an application becomes by its offer and its kind, or the refusal. */
async function applicationOf({ kind, context, cycle, input }: Beginning): Promise<Applied | Failure> {
  const { activity, now } = context
  const offer = (await kind.eligible(context)).find((one) => one.cycle === cycle)
  if (!offer) return failureOf(CODES.NOT_FOUND)
  if (now >= (offer.until ?? activity.endAt)) return refused('ended')
  if (!offer.isEligible) return refused('notEligible')
  if (!kind.apply) return { status: 'claimable', amount: offer.amount }
  const applied = await kind.apply(context, offer, input)
  return typeof applied === 'number' ? failureOf(applied) : applied
}

/** Stores what a kind decides about an applied part. What it reserved and does not pay returns to the budget. */
async function decide(tx: Transaction, kind: ActivityKind<never>, context: Context, part: Part): Promise<Part> {
  const decided = kind.receive ? await kind.receive(context, part) : null
  if (decided === null || decided.status === 'applied') return part
  const amount = decided.status === 'rejected' ? 0 : decided.amount
  const status = amount === 0 ? 'rejected' : 'claimable'
  await reserve(tx, part.activityId, amount - part.amount)
  const data = { ...part.data, ...decided.data }
  await tx.update(activityState).set({ status, amount, data, changedAt: context.now }).where(isPart(part))
  return { ...part, status, amount, data, changedAt: context.now }
}

/** Why a member cannot take part, whatever the conditions; null if nothing stops it. */
function blockOf(
  activity: Pick<Activity, 'currency'>,
  { definition }: ActivityKind<never>,
  person: Person,
): ActivityBlock | null {
  if (!isPaidIn(activity, person.currency)) return 'currency'
  return definition.isGraded === true && hasTag(person, 'NO_GRADE') ? 'grade' : null
}

function statusOf(activity: Activity, offer: Offer | null, part: Part | null, now: number) {
  const end = offer?.until ?? activity.endAt
  const until = activity.status === 'stopped' ? Math.min(end, now) : end
  const isEligible = offer?.isEligible === true && now >= activity.startAt
  return activityStateAt({ stored: part?.status ?? null, isEligible, until, claimUntil: claimUntil(activity) }, now)
}

function stepOf(activity: Activity, offer: Offer | null, part: Part | null, now: number): ActivityStep {
  return {
    cycle: part?.cycle ?? offer?.cycle ?? '',
    status: statusOf(activity, offer, part, now),
    amount: part?.amount ?? offer?.amount ?? 0,
    until: part ? claimUntil(activity) : (offer?.until ?? activity.endAt),
    data: part?.data ?? {},
  }
}

function claimableOf(activity: Activity, { cycle, amount, until }: ActivityStep, now: number): Claimable {
  return {
    id: `activity:${activity.id}:${cycle}`,
    kind: 'activity',
    amount,
    currency: activity.currency,
    title: activity.title,
    date: siteDateOf(now),
    venueClass: null,
    until,
  }
}

function refused(reason: string): Failure {
  return failureOf(CODES.ACTIVITY_STATE, { details: { reason } })
}

function inputOf(input: unknown): Readonly<Record<string, unknown>> | null {
  return typeof input === 'object' && input !== null ? { ...input } : null
}

function isSameInput({ data }: Part, input: unknown): boolean {
  return JSON.stringify(data['input'] ?? null) === JSON.stringify(inputOf(input))
}
