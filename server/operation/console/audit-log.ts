import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { and, desc, eq, getTableColumns, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import type { Database, DrizzleDatabase } from '../../database/database.ts'
import { auditLog } from '../../database/schema/operation.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'

/** One line of the audit log. `before` and `after` are JSON without secrets. */
export interface AuditEntry {
  readonly at: number
  /** Null for the program and for callers without a session. */
  readonly operator: { readonly id: string; readonly name: string } | null
  readonly address: string
  readonly action: string
  /** What was changed, such as `member fan001`. */
  readonly target: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Appends a line. The database refuses changes and deletions. Pass the transaction of the change. */
export async function appendAudit(db: Pick<DrizzleDatabase, 'insert'>, entry: AuditEntry): Promise<void> {
  const { at, operator, before = null, after = null, ...line } = entry
  await db
    .insert(auditLog)
    .values({ id: uuidV7(at), at, actorId: operator?.id ?? null, actor: operator?.name ?? '', before, after, ...line })
}

/**
 * A page of the audit log, newest first. Ids begin with the time, so a range of times is a range of ids, and each filter
 * has an index that ends with the id: a page reads at most its own rows of one index.
 */
export async function readAudit(
  { db }: Pick<Database, 'db'>,
  { actor, action, target, from, to, after }: ConsoleRequestOf<'audit.list'>,
): Promise<ConsoleDataOf<'audit.list'>> {
  const conditions: (SQL | undefined)[] = [
    actor ? eq(auditLog.actor, actor) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    target ? eq(auditLog.target, target) : undefined,
    from === undefined ? undefined : gte(auditLog.id, firstIdAt(from)),
    to === undefined ? undefined : lt(auditLog.id, firstIdAt(to)),
    after === undefined ? undefined : lt(auditLog.id, after),
  ]
  const { actorId: _, ...columns } = getTableColumns(auditLog)
  const rows = await db
    .select(columns)
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(auditLog.id))
    .limit(PAGE_ROWS + 1)
  return pageOf(rows, PAGE_ROWS, ({ id }) => id)
}

/** Cuts one more row than a page to the page and the position of its end. */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  idOf: (row: Row) => string,
): { list: Row[]; next: string | null } {
  const list = rows.slice(0, size)
  const last = list.at(-1)
  return { list, next: rows.length > size && last !== undefined ? idOf(last) : null }
}

/** A `timePosition`. */
export const timePositionOf = (at: number, id: string): string => `${at}~${id}`

/** A `timePosition` as a row of SQL. */
export function timePositionRow(position: string): SQL {
  const [at, id] = position.split('~')
  return sql`(${new Date(Number(at)).toISOString()}::timestamptz, ${id})`
}

const MAX_TIME = 2 ** 48 - 1

/** The smallest id of a time (epoch milliseconds). */
function firstIdAt(time: number): string {
  const hex = Math.min(Math.max(0, time), MAX_TIME).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
