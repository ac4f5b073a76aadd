import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { isOpen, ORDER_KINDS, ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { DrizzleDatabase } from './database.ts'

/** Rows per statement. Other statements can run between two of them. */
export const BATCH_ROWS = 1_000

/** Gift entries of `room_entry` whose order is not marked as delivered: a restart looks for them. */
export const IS_UNDELIVERED_GIFT = sql`kind = ${MSG_TYPES.gift} and
  ((json::jsonb)->'data'->>'giftOrderNo') in (select id::text from gift_order where status = 'charged')`

const OPEN_ORDER_STATES = ORDER_KINDS.flatMap((kind) =>
  Object.keys(ORDER_STATES[kind].states)
    .filter((status) => isOpen(kind, status))
    .map((status) => `${kind} ${status}`),
)

/** Pictures of `upload` that are a proof of an order without an outcome. Nobody may delete them. */
export const IS_NEEDED_PICTURE = sql`exists (
  select from wallet_order where wallet_order.member_id = upload.member_id and not wallet_order.is_final
    and wallet_order.proofs @> to_jsonb(upload.id::text)
    and wallet_order.kind || ' ' || wallet_order.status = any(${sql.param(OPEN_ORDER_STATES)}::text[]))`

/** Deletes the rows of a table that meet a condition, in batches, and returns their number. */
export function deleteRows(db: DrizzleDatabase, table: string, condition: SQL): Promise<number> {
  const name = sql.identifier(table)
  return inBatches(
    db,
    sql`delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${BATCH_ROWS}))`,
  )
}

/** Changes one column of the rows that meet a condition, and not any more afterwards. Returns their number. */
export function updateRows(
  db: DrizzleDatabase,
  table: string,
  change: { readonly column: string; readonly value: SQL; readonly condition: SQL },
): Promise<number> {
  const [name, column] = [sql.identifier(table), sql.identifier(change.column)]
  return inBatches(
    db,
    sql`update ${name} set ${column} = ${change.value}
      where ctid = any(array(select ctid from ${name} where ${change.condition} limit ${BATCH_ROWS}))`,
  )
}

/** Repeats a statement until it changes fewer rows than a batch. */
async function inBatches(db: DrizzleDatabase, statement: SQL): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await db.execute<{ count: number }>(
      sql`with changed as (${statement} returning 1) select count(*)::int as count from changed`,
    )
    const count = rows[0]?.count ?? 0
    total += count
    if (count < BATCH_ROWS) return total
  }
}
