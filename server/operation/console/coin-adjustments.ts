import { ADJUSTMENT_ALONE_PER_DAY, PAGE_ROWS } from '#protocol/console/constants.ts'
import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CODES } from '#protocol/codes.ts'
import type { AdjustmentView } from '#protocol/console/people.ts'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { startOfSiteDay } from '#protocol/time.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { coinAdjustment, operator } from '../../database/schema/console.ts'
import { member } from '../../database/schema/member.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { Ledger } from '../../wallet/ledger/ledger.ts'
import { pageOf } from './audit-log.ts'
import { consoleFailure, editConflict, refusable, refuse, type SignedInOperator } from './console-call.ts'

type Adjusted = ConsoleDataOf<'coins.adjust'>
type Audit = (tx: Transaction, adjustment: AdjustmentView) => Promise<void>

/**
 * Coins that operators grant to members or take. Adjustments, their posting and their audit line are one transaction.
 * One operator moves at most ADJUSTMENT_ALONE_PER_DAY coins per site day alone, counted without sign; the rest waits for
 * another operator.
 */
export class CoinAdjustments {
  readonly #database: Database
  readonly #ledger: Pick<Ledger, 'adjustCoins' | 'coinBalance'>
  readonly #now: () => number

  constructor(
    database: Database,
    { ledger, now }: { ledger: Pick<Ledger, 'adjustCoins' | 'coinBalance'>; now: () => number },
  ) {
    this.#database = database
    this.#ledger = ledger
    this.#now = now
  }

  /** Posts or proposes an adjustment. The same `key` returns the first result; with other content it is refused. */
  adjust(
    proposer: SignedInOperator,
    { userId, coins, reason, key }: ConsoleRequestOf<'coins.adjust'>,
    audit: Audit,
  ): Promise<Result<Adjusted>> {
    return refusable(this.#database, async (tx) => {
      // Requests of one operator queue here: the same key runs once, and the sum of the day is exact.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${proposer.id}, 3))`)
      const [known] = await selectFrom(tx, eq(coinAdjustment.idemKey, key))
      if (known) {
        const isSame = known.userId === userId && known.coins === coins && known.reason === reason
        if (!isSame || known.proposedById !== proposer.id) refuse(consoleFailure(CODES.IDEMPOTENCY_CONFLICT))
        return successOf(await this.#adjusted(tx, known), true)
      }
      const [subject] = await tx.select({ id: member.id }).from(member).where(eq(member.publicId, userId))
      if (!subject) return refuse(consoleFailure(CODES.NOT_FOUND))
      if (coins === 0) refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { coins: '不能为 0' } }))
      const isAlone = (await this.#movedToday(tx, proposer.id)) + Math.abs(coins) <= ADJUSTMENT_ALONE_PER_DAY
      const id = uuidV7(this.#now())
      const state = isAlone ? 'posted' : 'waiting'
      const common = { memberId: subject.id, coins, reason, state, idemKey: key } as const
      await tx.insert(coinAdjustment).values({ id, ...common, proposedBy: proposer.id, proposedAt: this.#now() })
      if (isAlone) await this.#post(tx, { id, memberId: subject.id, coins })
      const created = await find(tx, id)
      await audit(tx, created.view)
      return success(await this.#adjusted(tx, created))
    })
  }

  /** Approves or refuses a waiting adjustment of another operator. EDIT_CONFLICT if it was decided before. */
  decide(
    decider: SignedInOperator,
    { id, isApproved }: ConsoleRequestOf<'coins.decide'>,
    audit: Audit,
  ): Promise<Result<Adjusted>> {
    return refusable(this.#database, async (tx) => {
      await tx.select({ id: coinAdjustment.id }).from(coinAdjustment).where(eq(coinAdjustment.id, id)).for('update')
      const [row] = await selectFrom(tx, eq(coinAdjustment.id, id))
      if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
      if (row.state !== 'waiting') refuse(editConflict(row.view))
      if (row.proposedById === decider.id) {
        refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { id: '需要另一名管理员复核' } }))
      }
      await tx
        .update(coinAdjustment)
        .set({ state: isApproved ? 'posted' : 'refused', decidedBy: decider.id, decidedAt: this.#now() })
        .where(eq(coinAdjustment.id, id))
      if (isApproved) await this.#post(tx, row)
      const decided = await find(tx, id)
      await audit(tx, decided.view)
      return success(await this.#adjusted(tx, decided))
    })
  }

  /** Newest first. */
  async list({ state, userId, after }: ConsoleRequestOf<'coins.list'>): Promise<ConsoleDataOf<'coins.list'>> {
    const conditions = and(
      state && eq(coinAdjustment.state, state),
      userId ? eq(member.publicId, userId) : undefined,
      after === undefined ? undefined : lt(coinAdjustment.id, after),
    )
    const rows = await selectFrom(this.#database.db, conditions)
    const { list, next } = pageOf(rows, PAGE_ROWS, ({ id }) => id)
    return { list: list.map(({ view }) => view), next }
  }

  async #post(
    tx: Transaction,
    { id, memberId, coins }: { readonly id: string; readonly memberId: string; readonly coins: number },
  ): Promise<void> {
    const posted = await this.#ledger.adjustCoins(tx, { memberId, coins, key: id })
    if (!posted.ok) refuse(consoleFailure(posted.code))
  }

  async #adjusted(tx: Transaction, { state, memberId, view }: StoredAdjustment): Promise<Adjusted> {
    const balance = state === 'posted' ? await this.#ledger.coinBalance(memberId, tx) : null
    return { adjustment: view, balance }
  }

  async #movedToday(tx: Transaction, operatorId: string): Promise<number> {
    const [row] = await tx
      .select({ sum: sql<number>`coalesce(sum(abs(coins)), 0)::bigint` })
      .from(coinAdjustment)
      .where(
        and(
          eq(coinAdjustment.proposedBy, operatorId),
          sql`${coinAdjustment.proposedAt} >= ${new Date(startOfSiteDay(this.#now())).toISOString()}`,
          sql`${coinAdjustment.state} = 'posted' and ${coinAdjustment.decidedBy} is null`,
        ),
      )
    return row?.sum ?? 0
  }
}

interface StoredAdjustment {
  readonly id: string
  readonly memberId: string
  readonly userId: string
  readonly coins: number
  readonly reason: string
  readonly state: AdjustmentView['state']
  readonly proposedById: string
  readonly view: AdjustmentView
}

async function find(tx: Transaction, id: string): Promise<StoredAdjustment> {
  const [row] = await selectFrom(tx, eq(coinAdjustment.id, id))
  if (!row) throw new Error('the adjustment was not stored')
  return row
}

/** A page and one more row, newest first, with the names of member and operators. */
async function selectFrom(db: Pick<Transaction, 'select'>, where: SQL | undefined): Promise<StoredAdjustment[]> {
  const [proposer, decider] = [alias(operator, 'proposer'), alias(operator, 'decider')]
  const rows = await db
    .select({
      row: coinAdjustment,
      userId: member.publicId,
      nickname: member.nickname,
      proposedBy: proposer.name,
      decidedBy: decider.name,
    })
    .from(coinAdjustment)
    .innerJoin(member, eq(member.id, coinAdjustment.memberId))
    .innerJoin(proposer, eq(proposer.id, coinAdjustment.proposedBy))
    .leftJoin(decider, eq(decider.id, coinAdjustment.decidedBy))
    .where(where)
    .orderBy(desc(coinAdjustment.id))
    .limit(PAGE_ROWS + 1)
  return rows.map(({ row, ...names }) => {
    const { id, memberId, coins, reason, state, proposedAt, decidedAt } = row
    const view = { id, ...names, coins, reason, state, proposedAt, decidedAt }
    return { id, memberId, userId: names.userId, coins, reason, state, proposedById: row.proposedBy, view }
  })
}
