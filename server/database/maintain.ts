import { PERMANENT_MUTE_END } from '#protocol/rules/speaking.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, siteDayOf } from '#protocol/time.ts'
import { sql, type SQL } from 'drizzle-orm'
import { FEED_LIST_CAP, HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES, MARKET_HISTORY_ENTRIES } from '#protocol/constants.ts'
import { isStateRoom, MATCH_MARKETS_PREFIX } from '#protocol/room/kinds.ts'
import type { Database, DatabaseLog, DrizzleDatabase } from './database.ts'
import { BATCH_ROWS, deleteRows, IS_NEEDED_PICTURE, IS_UNDELIVERED_GIFT } from './prune.ts'
import { applyRetention } from './retention.ts'
import type { RetentionDays } from '../config/database-settings.ts'

const REFUSAL_LIFETIME_MS = 7 * DAY_MS
const RATE_COUNTER_LIFETIME_MS = DAY_MS
/** Administrators read reports for a day. The reported messages expire from the log as well. */
const REPORT_LIFETIME_MS = 7 * DAY_MS
/** Handled and forgotten reports with their context. */
const REPORT_CASE_LIFETIME_MS = 30 * DAY_MS
/** A match is over long before. */
const CORRECTION_LIFETIME_MS = 30 * DAY_MS
/** Rows of a room of markets without entries are deleted after this time. Processes free the room earlier. */
export const MARKET_ROOM_LIFETIME_MS = DAY_MS
/** Rounds of live tables without bets. An open shoe is continued from its rounds after a restart. */
const EMPTY_ROUND_LIFETIME_MS = 7 * DAY_MS
const SHORT_URL_LIFETIME_MS = 365 * DAY_MS
/** Site days; the longest ranking is that of a week. */
const GIFT_ROLLUP_LIFETIME_DAYS = 8

/** The audit trail keeps who muted whom. The mute itself is needed while it is active. */
const ENDED_MUTE_LIFETIME_MS = 180 * DAY_MS
const SLOW_TABLES_EVERY_MS = HOUR_MS

/** Entries of an open room that can be read back, although older ones than ten minutes cannot be recovered (settled 12). */
const READABLE_ENTRIES = 4_000

/** Entries of a room that has been quiet for hours: some windows of the page. */
const LAST_ENTRIES = 100

/** The number of entries that a room retains. */
function retainedEntries({ no, quietMs, isBusy }: RoomHead): number {
  if (isStateRoom(no)) return quietMs >= HOUR_MS ? 1 : MARKET_HISTORY_ENTRIES
  // Its newest entry continues the numbering of the log.
  if (quietMs >= DAY_MS) return 1
  if (quietMs >= 6 * HOUR_MS) return LAST_ENTRIES
  // A list of the page.
  if (quietMs >= HOUR_MS) return FEED_LIST_CAP
  return isBusy ? HISTORY_MAX_ENTRIES : READABLE_ENTRIES
}

/** Tables that change often. PGlite has no autovacuum and no background checkpointer. */
const BUSY_TABLES: readonly string[] = [
  'account',
  'gift_order',
  'session',
  'rate_counter',
  'verify_challenge',
  'chat_room',
]
/** Tables that change slowly: visits, of which a member has at most twenty, and postings that are rolled up. */
const SLOW_TABLES: readonly string[] = ['room_visit', 'ledger_tx', 'ledger_entry', 'gift_rollup']

/** Tables that the daily job changes. */
const RETAINED_TABLES = ['room_entry', 'chat_audit', 'audit_log', 'session', 'auth_event', 'security_notice', 'upload']

/**
 * Returns a function that runs one round of maintenance; `now` in epoch milliseconds. Money and orders are never deleted;
 * `server/wallet/ledger/roll-up.ts` compacts those of the demo's crowd.
 */
export function createMaintenance(
  database: Pick<Database, 'db' | 'kind'>,
  { retention, log }: { readonly retention: RetentionDays; readonly log: DatabaseLog },
): (now: number) => Promise<void> {
  let slowAt = Number.NEGATIVE_INFINITY
  return async (now) => {
    await noteTime(database.db, now)
    const pruned = await pruneDatabase(database, now)
    if (await applyRetention(database.db, retention, { now, log })) pruned.push(...RETAINED_TABLES)
    if (database.kind === 'postgres') return
    const full = new Set([...BUSY_TABLES, ...pruned])
    if (now - slowAt >= SLOW_TABLES_EVERY_MS) {
      slowAt = now
      for (const table of SLOW_TABLES) full.add(table)
    }
    // A sample of 3,000 rows per table is enough for the planner and takes milliseconds.
    await database.db.execute(sql`set default_statistics_target = 10`)
    for (const table of full) await database.db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`)
    if (!full.has('room_entry')) await database.db.execute(sql`analyze room_entry`)
    await database.db.execute(sql`checkpoint`)
  }
}

/** Deletes expired rows. Returns the names of the tables that had any. */
async function pruneDatabase(database: Pick<Database, 'db'>, now: number): Promise<string[]> {
  const before = (ageMs: number): string => new Date(now - ageMs).toISOString()
  const muteEnd = before(ENDED_MUTE_LIFETIME_MS)
  const past: readonly (readonly [string, SQL])[] = [
    ['ledger_refusal', sql`created_at < ${before(REFUSAL_LIFETIME_MS)}`],
    ['rate_counter', sql`window_start < ${before(RATE_COUNTER_LIFETIME_MS)}`],
    ['verify_challenge', sql`expires_at < ${before(0)}`],
    ['webauthn_challenge', sql`expires_at < ${before(0)}`],
    ['chat_report', sql`at < ${before(REPORT_LIFETIME_MS)}`],
    ['report_case', sql`last_at < ${before(REPORT_CASE_LIFETIME_MS)}`],
    ['match_correction', sql`at < ${before(CORRECTION_LIFETIME_MS)}`],
    ['access_block', sql`expires_at < ${before(0)}`],
    ['chat_mute', sql`until < ${muteEnd} or lifted_at < ${muteEnd}`],
    ['short_url', sql`created_at < ${before(SHORT_URL_LIFETIME_MS)}`],
    ['upload', sql`removed_at is not null and not ${IS_NEEDED_PICTURE}`],
    [
      'table_round',
      sql`settled_at < ${before(EMPTY_ROUND_LIFETIME_MS)}
        and not exists (select from table_bet where table_bet.round_id = table_round.id)
        and exists (select from table_shoe s where s.table_id = table_round.table_id and s.no = table_round.shoe_no
          and s.ended_at is not null)`,
    ],
    ['gift_rollup', sql`day < ${siteDayOf(now) - GIFT_ROLLUP_LIFETIME_DAYS}`],
  ]
  const pruned = (await pruneRooms(database, now)) > 0 ? ['room_entry'] : []
  await removeMarketRooms(database, before(MARKET_ROOM_LIFETIME_MS))
  for (const [table, condition] of past) if ((await deleteRows(database.db, table, condition)) > 0) pruned.push(table)
  return pruned
}

/** Row of `meta` with the time of the last maintenance, epoch milliseconds. */
const SEEN_TIME = 'seen_time'
/** A smaller difference between the clock and the seen time is not corrected. */
const CLOCK_TOLERANCE_MS = MINUTE_MS

/**
 * Compares the clock with the time that the database has seen. If the clock was set back while the server was stopped,
 * moves stored deadlines back by the difference and logs one warning: sessions, mutes, waits after failed sign-ins and
 * pauses between rounds would last that much longer. `now` in epoch milliseconds.
 */
export async function followClock(db: DrizzleDatabase, now: number, log: DatabaseLog): Promise<void> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from meta where key = ${SEEN_TIME}`)
  const seen = Number(rows[0]?.value ?? now)
  const backMs = seen - now
  if (backMs <= CLOCK_TOLERANCE_MS) return
  const by = sql`make_interval(secs => ${backMs / SECOND_MS}::float8)`
  const [seenText, never] = [seen, PERMANENT_MUTE_END].map((time) => new Date(time).toISOString())
  await db.transaction(async (tx) => {
    await tx.execute(sql`update session set created_at = created_at - ${by}, last_seen = last_seen - ${by},
      expires_at = expires_at - ${by} where revoked_at is null`)
    await tx.execute(sql`update chat_mute set until = until - ${by}
      where lifted_at is null and until > ${seenText}::timestamptz and until < ${never}::timestamptz`)
    await tx.execute(sql`update verify_challenge set created_at = created_at - ${by}, expires_at = expires_at - ${by}`)
    await tx.execute(sql`update rate_counter set window_start = window_start - ${by}`)
    await tx.execute(sql`delete from operator_session`)
    await tx.execute(sql`update console_link set expires_at = expires_at - ${by} where used_at is null`)
    await tx.execute(sql`update withdraw_pwd set locked_until = locked_until - ${by}`)
    await tx.execute(sql`update game_seed set started_at = started_at - ${by}`)
    await noteTime(tx, now)
  })
  const seconds = Math.round(backMs / SECOND_MS)
  log.warn({ backMs }, `the clock was set back by at least ${seconds} s; stored deadlines were moved back as far`)
}

async function noteTime(db: Pick<DrizzleDatabase, 'execute'>, now: number): Promise<void> {
  await db.execute(sql`insert into meta (key, value) values (${SEEN_TIME}, ${String(now)})
    on conflict (key) do update set value = excluded.value`)
}

interface RoomHead {
  readonly no: string
  readonly epoch: number
  readonly seq: number
  /** Time since the newest entry. */
  readonly quietMs: number
  /** True if more than {@link READABLE_ENTRIES} entries can still be recovered. */
  readonly isBusy: boolean
}

/** Retains the newest entries of each room, and gift entries whose order is not marked as delivered. */
async function pruneRooms(database: Pick<Database, 'db'>, now: number): Promise<number> {
  const { rows: heads } = await database.db.execute<RoomHead & Record<string, unknown>>(sql`
    select r.no, e.epoch, e.seq, (${now} - extract(epoch from e.at) * 1000)::float8 as "quietMs",
      exists (
        select 1 from room_entry where chat_room_no = r.no and epoch = e.epoch and seq = e.seq - ${READABLE_ENTRIES}::bigint
          and at >= ${new Date(now - HISTORY_MAX_AGE_MS).toISOString()}
      ) as "isBusy"
    from chat_room r cross join lateral (
      select epoch, seq, at from room_entry where chat_room_no = r.no order by epoch desc, seq desc limit 1
    ) e`)
  let pruned = 0
  for (const head of heads) pruned += await pruneRoom(database, head)
  return pruned
}

/** Deletes the pseudo-rooms of matches whose markets have not changed since a time. The next viewer creates them again. */
async function removeMarketRooms({ db }: Pick<Database, 'db'>, since: string): Promise<void> {
  const isOld = (no: SQL) => sql`${no} like ${`${MATCH_MARKETS_PREFIX}%`} and not exists (
    select from room_entry newer where newer.chat_room_no = ${no} and newer.at >= ${since})`
  await deleteRows(db, 'room_entry', isOld(sql`room_entry.chat_room_no`))
  await deleteRows(db, 'chat_room', sql`${isOld(sql`chat_room.no`)} and created_at < ${since}`)
}

/** Deletes in windows of sequence numbers, beginning with the oldest entry of the room. */
async function pruneRoom({ db }: Pick<Database, 'db'>, head: RoomHead): Promise<number> {
  const retained = retainedEntries(head)
  const inRoom = sql`chat_room_no = ${head.no}`
  const isOld = sql`(epoch, seq) <= (${head.epoch}::int, ${head.seq - retained}::bigint)`
  let pruned = 0
  for (let after = { epoch: 0, seq: 0 }; ;) {
    const { rows: oldest } = await db.execute<{ epoch: number; seq: number }>(sql`
      select epoch, seq from room_entry
      where ${inRoom} and (epoch, seq) > (${after.epoch}::int, ${after.seq}::bigint) and ${isOld}
      order by epoch, seq limit 1`)
    const first = oldest[0]
    if (!first) return pruned
    const end = first.seq + BATCH_ROWS - 1
    const { rows } = await db.execute<{ pruned: number }>(sql`
      with gone as (
        delete from room_entry
        where ${inRoom} and epoch = ${first.epoch} and seq between ${first.seq} and ${end} and ${isOld} and not (${IS_UNDELIVERED_GIFT})
        returning 1
      ) select count(*)::int as pruned from gone`)
    pruned += rows[0]?.pruned ?? 0
    after = { epoch: first.epoch, seq: end }
  }
}
