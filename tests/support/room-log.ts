import { EntryRepository } from '#server/rooms/log/entries.ts'
import type { EntryRow } from '#server/rooms/log/entries.ts'
import { openDatabase } from '#server/database/open.ts'
import { silentLog } from './logs.ts'

/** Rows per query. */
const PAGE_SIZE = 2_000

/**
 * Reads the log of a room of a stopped server: the current epoch, oldest first.
 *
 * @param databaseUrl the PostgreSQL of the server; without it the embedded database in its data folder is read
 */
export async function readRoomLog(
  dataDirectory: string,
  chatRoomNo: string,
  databaseUrl?: string,
): Promise<EntryRow[]> {
  const store = await openDatabase({ dataDirectory, databaseUrl, log: silentLog })
  try {
    const entries = new EntryRepository(store)
    const head = await entries.head(chatRoomNo)
    const rows: EntryRow[] = []
    if (!head) return rows
    while (rows.length % PAGE_SIZE === 0) {
      const page = await entries.load(chatRoomNo, head.epoch, rows.at(-1)?.seq ?? 0, PAGE_SIZE)
      if (page.length === 0) break
      rows.push(...page)
    }
    return rows
  } finally {
    await store.close()
  }
}
