import { DAY_MS, HOUR_MS, siteDayOf } from '#protocol/time.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { RetentionDays } from '../config/database-settings.ts'
import type { DatabaseLog, DrizzleDatabase } from './database.ts'
import { deleteRows, IS_NEEDED_PICTURE, IS_UNDELIVERED_GIFT, updateRows } from './prune.ts'

/** Time of day in the site time zone at which the job becomes due: after the sessions of the evening have ended. */
const DUE_MS = 4 * HOUR_MS
/** Rows of an audit trail that the database lets the application delete, by its own clock and period. */
const IS_RELEASED = sql`at < now() - make_interval(days => (select days from retention_rule where name = 'audit'))`
/** Row of `meta` with the day of the last run. */
const LAST_DAY = 'retention_day'

/**
 * Deletes what is older than its period and truncates addresses, once per site day and by one process only: the first one
 * that asks. A run that fails is repeated on the next day. Returns false if it was not due.
 *
 * @param now epoch milliseconds
 */
export async function applyRetention(
  db: DrizzleDatabase,
  days: RetentionDays,
  { now, log }: { readonly now: number; readonly log: DatabaseLog },
): Promise<boolean> {
  if (!(await claim(db, siteDayOf(now - DUE_MS)))) return false
  const before = (period: number): string => new Date(now - period * DAY_MS).toISOString()
  const security = sql`at < ${before(days.security)}`
  const removed = {
    chat: await deleteRows(
      db,
      'room_entry',
      sql`at < ${before(days.chat)} and not (${IS_UNDELIVERED_GIFT}) and exists (
      select from room_entry newer where newer.chat_room_no = room_entry.chat_room_no
        and (newer.epoch, newer.seq) > (room_entry.epoch, room_entry.seq))`,
    ),
    audit:
      (await deleteRows(db, 'chat_audit', sql`at < ${before(days.audit)} and ${IS_RELEASED}`)) +
      (await deleteRows(db, 'audit_log', sql`at < ${before(days.audit)} and ${IS_RELEASED}`)),
    sessions: await deleteRows(db, 'session', sql`revoked_at < ${before(days.sessions)}`),
    security:
      (await deleteRows(db, 'auth_event', security)) +
      (await deleteRows(db, 'security_notice', sql`acknowledged_at < ${before(days.security)}`)),
    uploads: await deleteRows(db, 'upload', sql`created_at < ${before(days.uploads)} and not ${IS_NEEDED_PICTURE}`),
  }
  const cut = before(days.addresses)
  const truncated =
    (await truncate(db, 'session', 'ip', sql`coalesce(revoked_at, expires_at) < ${cut}`)) +
    (await truncate(db, 'auth_event', 'ip', sql`at < ${cut}`)) +
    (await truncate(db, 'security_notice', 'address', sql`at < ${cut}`))
  log.info({ removed, truncated }, 'data were deleted after their retention period')
  return true
}

/** True for the first caller of this day. */
async function claim(db: DrizzleDatabase, day: number): Promise<boolean> {
  const { rows } = await db.execute(sql`insert into meta (key, value) values (${LAST_DAY}, ${String(day)})
    on conflict (key) do update set value = excluded.value where meta.value::int < excluded.value::int returning 1`)
  return rows.length > 0
}

/** A truncated address ends with the length of its network: `203.0.113.0/24`. */
function truncate(db: DrizzleDatabase, table: string, column: string, isOld: SQL): Promise<number> {
  const address = sql.identifier(column)
  const isComplete = sql`${address} <> '' and position('/' in ${address}) = 0`
  return updateRows(db, table, {
    column,
    value: sql`truncated_address(${address})`,
    condition: sql`${isOld} and ${isComplete}`,
  })
}
