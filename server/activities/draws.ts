import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { blankOf, DRAW_GAP_MS, drawPrize, type Prize } from '#protocol/activities/chance.ts'
import type { ActivityDraw } from '#protocol/endpoints/activity.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { newSeed } from '../config/server-seed.ts'
import type { Database, Transaction } from '../database/database.ts'
import { draw, prize } from '../database/schema/activities.ts'
import type { Activity, KindContext, Part } from './kind.ts'
import { insertPart } from './rows.ts'

type Row = typeof draw.$inferSelect
type Owner = Pick<Part, 'activityId' | 'memberId'>

/** The published hash of the next draw. The seed is stored before its hash is published. */
export async function nextDraw(db: Database['db'] | Transaction, owner: Owner): Promise<Omit<ActivityDraw, 'left'>> {
  const isOwn = ownedBy(owner)
  const open = () =>
    db
      .select()
      .from(draw)
      .where(and(isOwn, isNull(draw.drawnAt)))
  const [known] = await open()
  if (known) return { commitment: known.seedHash, nonce: known.nonce }
  const [last] = await db.select().from(draw).where(isOwn).orderBy(desc(draw.nonce)).limit(1)
  const nonce = (last?.nonce ?? -1) + 1
  const { serverSeed: seed, commitment: seedHash } = newSeed()
  await db
    .insert(draw)
    .values({ ...owner, nonce, seed, seedHash })
    .onConflictDoNothing()
  const [made] = await open()
  if (!made) throw new Error(`no seed of draw ${nonce}`)
  return { commitment: made.seedHash, nonce: made.nonce }
}

export async function lockedDraw(tx: Transaction, owner: Owner, nonce: number): Promise<Row | null> {
  const [row] = await tx
    .select()
    .from(draw)
    .where(and(ownedBy(owner), eq(draw.nonce, nonce)))
    .for('update')
  return row ?? null
}

/** True for a member who has drawn less than the smallest time ago. */
export async function hasJustDrawn(tx: Transaction, owner: Owner, now: number): Promise<boolean> {
  const rows = await tx
    .select({ nonce: draw.nonce })
    .from(draw)
    .where(and(ownedBy(owner), isNotNull(draw.drawnAt), gt(draw.drawnAt, now - DRAW_GAP_MS)))
    .limit(1)
  return rows.length > 0
}

export const cycleOfDraw = (nonce: number): string => `draw-${nonce}`

/** Draws a prize, takes it from the stock and stores the part. A prize that is used up becomes the blank. */
export async function drawnPart(
  tx: Transaction,
  context: KindContext<never>,
  { row, prizes, memberSeed }: { readonly row: Row; readonly prizes: readonly Prize[]; readonly memberSeed: string },
): Promise<Part> {
  const { activity, now } = context
  const { seed, seedHash, nonce } = row
  const drawn = drawPrize(prizes, seededDraw({ server: seed, member: memberSeed, nonce }))
  const prizeIndex = (await isInStock(tx, activity, prizes, drawn)) ? drawn : blankOf(prizes)
  const amount = prizes[prizeIndex]?.amount ?? 0
  await tx
    .update(draw)
    .set({ memberSeed, prizeIndex: drawn, drawnAt: now })
    .where(and(ownedBy(row), eq(draw.nonce, nonce)))
  return insertPart(tx, context, {
    cycle: cycleOfDraw(nonce),
    status: amount > 0 ? 'claimable' : 'rejected',
    amount,
    data: { prizeIndex, drawn, nonce, seed, commitment: seedHash, memberSeed },
  })
}

async function isInStock(tx: Transaction, { id }: Pick<Activity, 'id'>, prizes: readonly Prize[], index: number) {
  if (prizes[index]?.stock === 0) return true
  const taken = await tx
    .update(prize)
    .set({ stock: sql`${prize.stock} - 1` })
    .where(and(eq(prize.activityId, id), eq(prize.prizeIndex, index), gt(prize.stock, 0)))
    .returning({ stock: prize.stock })
  return taken.length > 0
}

/** Stores the stock of prizes with a limit, when an activity starts. */
export async function storePrizes(tx: Transaction, activityId: string, rule: Activity['rule']): Promise<void> {
  const { prizes } = rule as { readonly prizes?: readonly Prize[] }
  const limited = (prizes ?? []).flatMap(({ stock }, prizeIndex) =>
    stock > 0 ? [{ activityId, prizeIndex, stock }] : [],
  )
  if (limited.length > 0) await tx.insert(prize).values(limited)
}

function ownedBy({ activityId, memberId }: Owner) {
  return and(eq(draw.activityId, activityId), eq(draw.memberId, memberId))
}
