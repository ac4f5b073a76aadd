import { sql, type SQL } from 'drizzle-orm'
import type { DrizzleDatabase } from './database.ts'
import { BATCH_ROWS } from './prune.ts'

/*
 * Long reads in several statements (decision 199). The embedded database runs one statement at a time and cancels none,
 * so a statement reads a limited number of rows, and other calls run between two of them.
 */

/**
 * Calls `read` with the last row of the step before, until a step has fewer rows than a batch. `read` returns at most
 * {@link BATCH_ROWS} rows after that row.
 */
export async function inSteps<Row>(
  read: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  use: (row: Row) => void,
): Promise<void> {
  for (let last: Row | null = null; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each step starts where the one before ended
    const rows: readonly Row[] = await read(last, BATCH_ROWS)
    rows.forEach(use)
    last = rows.at(-1) ?? null
    if (rows.length < BATCH_ROWS) return
  }
}

interface CountStep extends Record<string, unknown> {
  readonly read: number
  readonly found: number
  readonly last: string | null
}

/** Number of rows of a table, whose key is `id`, that meet a condition. The table is read in steps. */
export async function countRows(db: DrizzleDatabase, table: string, condition: SQL): Promise<number> {
  let count = 0
  for (let last: string | null = null; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each step starts where the one before ended
    const result: { readonly rows: readonly CountStep[] } = await db.execute<CountStep>(sql`
      select count(*)::int as read, (count(*) filter (where ${condition}))::int as found, max(id::text) as last
      from (select * from ${sql.identifier(table)} ${last === null ? sql`` : sql`where id > ${last}::uuid`}
        order by id limit ${BATCH_ROWS}) as step`)
    const step: CountStep | undefined = result.rows[0]
    count += step?.found ?? 0
    if (!step || step.read < BATCH_ROWS) return count
    last = step.last
  }
}

interface Windows<Row, Place> {
  /** The place before which the first window ends; null for the newest row. */
  readonly end: Place | null
  readonly limit: number
  /** The place of the row that is a batch before `end`; null if there are fewer. It is before `end`. */
  readonly startOf: (end: Place | null) => Promise<Place | null>
  /** At most `limit` matching rows from `start` (included, null: the oldest) to `end` (excluded), newest first. */
  readonly read: (window: { start: Place | null; end: Place | null }, limit: number) => Promise<readonly Row[]>
}

/** The newest rows that match a condition without an index: searched in windows of a batch of rows. */
export async function newestInWindows<Row, Place>({ end, limit, startOf, read }: Windows<Row, Place>): Promise<Row[]> {
  const found: Row[] = []
  for (let until = end; ;) {
    // oxlint-disable-next-line no-await-in-loop -- the next window is read only if this one is not enough
    const start = await startOf(until)
    // oxlint-disable-next-line no-await-in-loop -- as above
    found.push(...(await read({ start, end: until }, limit - found.length)))
    if (start === null || found.length >= limit) return found
    until = start
  }
}
