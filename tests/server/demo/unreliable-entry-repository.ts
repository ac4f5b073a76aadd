import { MemoryEntryRepository } from '#tests/support/memory-repositories.ts'
import type { EntryRow } from '#server/rooms/log/entries.ts'

/**
 * A repository that can become unavailable: it refuses every call, or writes a certain entry, fails to confirm it, and
 * refuses every call afterwards.
 */
export class UnreliableEntryRepository extends MemoryEntryRepository {
  mode: 'available' | 'refuses every write' | 'loses a confirmation' = 'available'
  /** Text of the entry whose confirmation is lost. */
  lost = ''

  override async insert(rows: readonly EntryRow[], replaced: readonly EntryRow[] = []): Promise<void> {
    if (this.mode === 'refuses every write') throw new Error('the database is unavailable')
    await super.insert(rows, replaced)
    if (this.mode === 'available' || !rows.some(({ json }) => json.includes(this.lost))) return
    this.mode = 'refuses every write'
    throw new Error('the database is unavailable')
  }

  override async load(...place: Parameters<MemoryEntryRepository['load']>): Promise<EntryRow[]> {
    if (this.mode === 'refuses every write') throw new Error('the database is unavailable')
    return super.load(...place)
  }
}
