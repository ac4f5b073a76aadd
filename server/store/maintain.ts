import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { Store } from './database.ts'

const DAY_MS = 24 * 60 * 60_000
/** Rows of one DELETE: live statements come in between two of them. */
const BATCH_ROWS = 2_000
const REFUSAL_LIFETIME_MS = 7 * DAY_MS
const DEAD_SESSION_LIFETIME_MS = 30 * DAY_MS
const AUTH_EVENT_LIFETIME_MS = 180 * DAY_MS
const RATE_COUNTER_LIFETIME_MS = DAY_MS

/** Tables whose rows change often; PGlite has no autovacuum and no checkpointer of its own. */
const BUSY_TABLES = ['account', 'gift_order', 'session', 'rate_counter', 'chat_room'] as const

/** One round of housekeeping. Money, orders and audits are never pruned. */
export async function maintainStore(store: Pick<Store, 'db' | 'kind'>, now: number): Promise<void> {
  const before = (ageMs: number): string => new Date(now - ageMs).toISOString()
  let pruned = await pruneRooms(store)
  pruned += await prune(store, 'ledger_refusal', sql`created_at < ${before(REFUSAL_LIFETIME_MS)}`)
  pruned += await prune(store, 'rate_counter', sql`window_start < ${before(RATE_COUNTER_LIFETIME_MS)}`)
  pruned += await prune(store, 'session', sql`revoked_at < ${before(DEAD_SESSION_LIFETIME_MS)}`)
  pruned += await prune(store, 'auth_event', sql`at < ${before(AUTH_EVENT_LIFETIME_MS)}`)
  if (store.kind === 'postgres') return
  for (const table of BUSY_TABLES) await store.db.execute(sql`vacuum ${sql.identifier(table)}`)
  if (pruned > 0) await store.db.execute(sql`vacuum room_entry`)
  await store.db.execute(sql`checkpoint`)
}

/** Keeps the newest entries of each room, and each gift entry whose order is not marked as delivered yet. */
async function pruneRooms(store: Pick<Store, 'db'>): Promise<number> {
  const { rows: heads } = await store.db.execute<{ no: string; epoch: number; seq: number }>(sql`
    select r.no, e.epoch, e.seq from chat_room r cross join lateral (
      select epoch, seq from room_entry where chat_room_no = r.no order by epoch desc, seq desc limit 1
    ) e`)
  let pruned = 0
  for (const { no, epoch, seq } of heads) {
    pruned += await prune(
      store,
      'room_entry',
      sql`chat_room_no = ${no} and (epoch, seq) <= (${epoch}, ${seq - HISTORY_MAX_ENTRIES}) and (kind <> 3 or
        ((json::jsonb)->'data'->>'giftOrderNo') not in (select id::text from gift_order where status = 'charged'))`,
    )
  }
  return pruned
}

async function prune(store: Pick<Store, 'db'>, table: string, condition: SQL): Promise<number> {
  const name = sql.identifier(table)
  for (let total = 0; ;) {
    const { rows } = await store.db.execute<{ pruned: number }>(sql`
      with gone as (
        delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${BATCH_ROWS}))
        returning 1
      ) select count(*)::int as pruned from gone`)
    const pruned = rows[0]?.pruned ?? 0
    total += pruned
    if (pruned < BATCH_ROWS) return total
  }
}
