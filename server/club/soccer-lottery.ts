import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import { pointsObstacle, type Reward } from '#protocol/club/points.ts'
import {
  prizeOfNumber,
  SOCCER_COST,
  SOCCER_LIMIT,
  SOCCER_NUMBERS,
  SOCCER_PRIZES,
  soccerNumber,
  type SoccerPrize,
  soccerReward,
} from '#protocol/club/soccer-lottery.ts'
import type { DrawResult } from '#protocol/endpoints/points.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { type Result, successOf } from '#protocol/result.ts'
import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { newSeed } from '../config/server-seed.ts'
import type { DrizzleDatabase, Transaction } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { ledgerTx } from '../database/schema/ledger.ts'
import { soccerDraw, soccerSeed } from '../database/schema/points.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { isTransferred, rewardLegs, transferOnce } from '../wallet/funds/transfer.ts'
import { contentHash, memberKey } from '../wallet/ledger/postings.ts'
import { lockPoints, obstacleCode, POINTS_PAGE, type PointsOptions, pointsOf, type Spender } from './points.ts'
import { lockStock, takeOne, takenOf } from './prize-stock.ts'

interface DrawCommand extends Spender {
  readonly commitment: string
  readonly memberSeed: string
  readonly idempotencyKey: string
}

type Row = typeof soccerDraw.$inferSelect
type SeedRow = typeof soccerSeed.$inferSelect
type Proof = Omit<DataOf<'soccerLottery.proof'>, 'memberName'> & { readonly memberId: string }

/** The soccer lottery (S7.87): draws for points, from a seed that is committed to before the draw. */
export class SoccerLottery {
  readonly #options: PointsOptions

  constructor(options: PointsOptions) {
    this.#options = options
  }

  /** The seed of the next draw is stored before its commitment is published. */
  async info({ memberId, currency }: Spender): Promise<DataOf<'soccerLottery.info'>> {
    const { database, now } = this.#options
    const { db } = database
    const day = siteDayOf(now())
    await db
      .insert(soccerSeed)
      .values({ memberId, nonce: 0, ...newSeed() })
      .onConflictDoNothing()
    const [balance, taken, used, seed] = await Promise.all([
      pointsOf(db, memberId),
      takenOf(
        db,
        SOCCER_PRIZES.map(({ id }) => stockOf(id)),
        day,
      ),
      drawsOf(db, memberId, day),
      seedOf(db, memberId),
    ])
    return {
      balance,
      cost: SOCCER_COST,
      limit: SOCCER_LIMIT,
      used,
      numbers: SOCCER_NUMBERS,
      resetAt: timeOfSiteDay(day + 1),
      ...seed,
      prizes: SOCCER_PRIZES.map((prize) => ({
        id: prize.id,
        weight: prize.weight,
        reward: soccerReward(prize, false, currency),
        stock: prize.stock,
        left: prize.stock === null ? null : prize.stock - (taken.get(stockOf(prize.id)) ?? 0),
        points: prize.points,
      })),
    }
  }

  async records(memberId: string, before: string | undefined): Promise<DataOf<'soccerLottery.records'>> {
    const rows = await this.#options.database.db
      .select()
      .from(soccerDraw)
      .where(and(eq(soccerDraw.memberId, memberId), before === undefined ? undefined : lt(soccerDraw.id, before)))
      .orderBy(desc(soccerDraw.id))
      .limit(POINTS_PAGE + 1)
    return { list: rows.slice(0, POINTS_PAGE).map(wireDraw), hasMore: rows.length > POINTS_PAGE }
  }

  /** Draws once per key: seed, stock, draw and posting are one transaction. A refusal is stored under the key. */
  async draw(command: DrawCommand): Promise<Result<DrawResult>> {
    const { memberId, idempotencyKey } = command
    const { database, now } = this.#options
    const at = now()
    const result = await retried(() => database.transaction((tx) => this.#draw(tx, command, at)))
    if (!isTransferred(result)) return failureOf(result.code)
    const drawn = await this.drawnUnder(memberId, idempotencyKey)
    if (!drawn) throw new Error('a draw was posted and is not found')
    return successOf(drawn, result.replay)
  }

  async #draw(tx: Transaction, command: DrawCommand, at: number): Promise<Awaited<ReturnType<typeof transferOnce>>> {
    const { memberId, commitment, memberSeed, idempotencyKey } = command
    const key = memberKey(memberId, idempotencyKey)
    const hash = contentHash('soccer-lottery', [memberId, commitment, memberSeed])
    const balance = await lockPoints(tx, memberId)
    const [seed] = await tx.select().from(soccerSeed).where(eq(soccerSeed.memberId, memberId)).for('update')
    const refusal = await this.#refusal(tx, command, { balance, commitment: seed?.commitment, at })
    // Only what is paid is drawn: the time of a refusal must not depend on the prize of a seed that is still secret.
    const isNew = seed !== undefined && refusal === 0 && !(await isKeyKnown(tx, key, hash))
    const outcome = isNew ? await outcomeOf(tx, seed, command, siteDayOf(at)) : null
    const id = uuidV7(at)
    const posted = await transferOnce(tx, {
      type: 'soccer-lottery',
      refType: 'soccer_draw',
      refId: id,
      key,
      contentHash: hash,
      refusal,
      legs: drawLegs(memberId, outcome?.reward ?? null),
      at,
    })
    if (isTransferred(posted) && !posted.replay && seed && outcome) {
      await store(tx, { id, command, seed, outcome, balance, txId: posted.tx, at })
    }
    return posted
  }

  /** The code of a refusal; 0 if the draw is possible. */
  async #refusal(
    tx: Transaction,
    { memberId, commitment }: DrawCommand,
    next: { readonly balance: number; readonly commitment: string | undefined; readonly at: number },
  ): Promise<number> {
    const excluded = await this.#options.exclusionCode(memberId, tx)
    if (excluded !== 0) return excluded
    if (next.commitment !== commitment) return CODES.ROUND_SEED
    const used = await drawsOf(tx, memberId, siteDayOf(next.at))
    const { balance } = next
    return obstacleCode(pointsObstacle({ points: SOCCER_COST, balance, left: null, used, limit: SOCCER_LIMIT }))
  }

  /** The response of a draw by its key, with the seed of the next draw as it is now; null without one. */
  async drawnUnder(memberId: string, idempotencyKey: string): Promise<DrawResult | null> {
    const { db } = this.#options.database
    const [row] = await db
      .select({ draw: soccerDraw })
      .from(ledgerTx)
      .innerJoin(soccerDraw, eq(soccerDraw.txId, ledgerTx.id))
      .where(eq(ledgerTx.idemKey, memberKey(memberId, idempotencyKey)))
    if (!row) return null
    const { draw } = row
    return { ...wireDraw(draw), ...seedsOf(draw), balance: draw.balance, next: await seedOf(db, memberId) }
  }

  /** What everybody needs to compute a draw again; null for an unknown one. */
  async proof(drawId: string): Promise<Proof | null> {
    const [draw] = await this.#options.database.db.select().from(soccerDraw).where(eq(soccerDraw.id, drawId))
    if (!draw) return null
    const { memberId, cost, settleCurrency } = draw
    return { ...wireDraw(draw), ...seedsOf(draw), memberId, cost, currency: settleCurrency }
  }
}

/** True if a call with this key was answered before. Calls with one key wait here for the first. */
async function isKeyKnown(tx: Transaction, key: string, hash: string): Promise<boolean> {
  const { rows } = await tx.execute<{ code: number | null }>(
    sql`select answer_code as code from ledger_first_answer(${key}, ${hash})`,
  )
  return (rows[0]?.code ?? null) !== null
}

/** The stock of a prize has a name of its own beside those of the exchange. */
function stockOf(prize: string): string {
  return `soccer:${prize}`
}

interface DrawOutcome {
  readonly prize: SoccerPrize
  readonly isReplaced: boolean
  readonly reward: Reward | null
}

/** Draws the prize and locks its stock. */
async function outcomeOf(
  tx: Transaction,
  seed: SeedRow,
  { currency, memberSeed }: DrawCommand,
  day: number,
): Promise<DrawOutcome> {
  const prize = prizeFrom(seed, memberSeed)
  const { stock } = prize
  const isReplaced = stock !== null && (await lockStock(tx, stockOf(prize.id), { day, stock })) === 0
  return { prize, isReplaced, reward: soccerReward(prize, isReplaced, currency) }
}

interface PostedDraw {
  readonly id: string
  readonly command: DrawCommand
  readonly seed: SeedRow
  readonly outcome: DrawOutcome
  /** Points before the draw. */
  readonly balance: number
  readonly txId: string
  readonly at: number
}

/** Stores a draw, takes its prize and makes the seed of the next draw. */
async function store(tx: Transaction, { id, command, seed, outcome, balance, txId, at }: PostedDraw): Promise<void> {
  const { memberId, currency, memberSeed } = command
  const { nonce, serverSeed, commitment } = seed
  const { prize, isReplaced, reward } = outcome
  const day = siteDayOf(at)
  await tx.insert(soccerDraw).values({
    id,
    memberId,
    day,
    memberSeed,
    nonce,
    serverSeed,
    commitment,
    isReplaced,
    txId,
    at,
    cost: SOCCER_COST,
    prize: prize.id,
    settleCurrency: currency,
    currency: reward?.currency ?? null,
    amount: reward?.amount ?? null,
    balance: balance + pointsChange(reward),
  })
  await tx
    .update(soccerSeed)
    .set({ nonce: nonce + 1, ...newSeed() })
    .where(eq(soccerSeed.memberId, memberId))
  if (prize.stock !== null && !isReplaced) await takeOne(tx, stockOf(prize.id), day)
}

function prizeFrom({ serverSeed, nonce }: SeedRow, memberSeed: string): SoccerPrize {
  return prizeOfNumber(soccerNumber(seededDraw({ server: serverSeed, member: memberSeed, nonce })))
}

/** What a draw changes in the points of the member. */
function pointsChange(reward: Reward | null): number {
  return (reward?.currency === 'POINT' ? reward.amount : 0) - SOCCER_COST
}

/** One entry per account: the price, and points that were won, are one amount. */
function drawLegs(memberId: string, reward: Reward | null) {
  const price = rewardLegs(memberId, { currency: 'POINT', amount: pointsChange(reward) })
  return reward === null || reward.currency === 'POINT' ? price : [...price, ...rewardLegs(memberId, reward)]
}

function wireDraw({ id, prize, isReplaced, currency, amount, at }: Row) {
  const reward = currency === null || amount === null ? null : { currency, amount }
  return { drawId: id, prize, isReplaced, reward, at }
}

function seedsOf({ memberSeed, nonce, commitment, serverSeed }: Row) {
  return { memberSeed, nonce, commitment, serverSeed }
}

async function seedOf(db: Pick<DrizzleDatabase, 'select'>, memberId: string) {
  const [seed] = await db
    .select({ commitment: soccerSeed.commitment, nonce: soccerSeed.nonce })
    .from(soccerSeed)
    .where(eq(soccerSeed.memberId, memberId))
  if (!seed) throw new Error('a member has no seed of the soccer lottery')
  return seed
}

async function drawsOf(db: Pick<DrizzleDatabase, 'select'>, memberId: string, day: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(soccerDraw)
    .where(and(eq(soccerDraw.memberId, memberId), eq(soccerDraw.day, day)))
  return row?.count ?? 0
}
