import { MemoryEntryRepository } from '#tests/support/memory-repositories.ts'
import type { EntryRow } from '#server/rooms/log/entry.ts'

/** A store that can go away: it refuses everything then, or writes a certain thing, loses the answer and is away after that. */
export class AwayStore extends MemoryEntryRepository {
  mode: 'here' | 'refuses' | 'loses the answer' = 'here'
  /** What the entry says whose answer is lost. */
  lost = ''

  override async insert(rows: readonly EntryRow[], replaced: readonly EntryRow[] = []): Promise<void> {
    if (this.mode === 'refuses') throw new Error('the store is away')
    await super.insert(rows, replaced)
    if (this.mode === 'here' || !rows.some(({ json }) => json.includes(this.lost))) return
    this.mode = 'refuses'
    throw new Error('the store went away')
  }

  override async load(...place: Parameters<MemoryEntryRepository['load']>): Promise<EntryRow[]> {
    if (this.mode === 'refuses') throw new Error('the store is away')
    return super.load(...place)
  }
}
