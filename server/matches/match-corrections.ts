import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { matchCorrection } from '../database/schema/match.ts'
import type { RoomHub, StatusCorrection } from '../rooms/hub.ts'
import type { Match, MatchState } from './match.ts'

/** A stored correction. */
export type MatchCorrection = typeof matchCorrection.$inferSelect
type CorrectedValues = Omit<MatchCorrection, 'version'>

/** Values of operators that replace those of the source of a match, until they are released (decision 144). */
export class MatchCorrections {
  readonly #database: Pick<Database, 'db'>
  readonly #rooms: Pick<RoomHub, 'correct' | 'has' | 'setStatus'>
  #known: ReadonlyMap<string, MatchCorrection> = new Map()

  constructor(database: Pick<Database, 'db'>, rooms: Pick<RoomHub, 'correct' | 'has' | 'setStatus'>) {
    this.#database = database
    this.#rooms = rooms
  }

  /** All stored corrections by eid. */
  async stored(): Promise<ReadonlyMap<string, MatchCorrection>> {
    const rows = await this.#database.db.select().from(matchCorrection)
    return new Map(rows.map((row) => [row.eid, row]))
  }

  /** The correction of a match as it is stored, or null. */
  async find(tx: Pick<Transaction, 'select'>, eid: string): Promise<MatchCorrection | null> {
    const [row] = await tx.select().from(matchCorrection).where(eq(matchCorrection.eid, eid)).for('update')
    return row ?? null
  }

  /** Stores a correction over the one with `version`; 0 if there was none. Null if it has changed since. */
  async save(tx: Transaction, values: CorrectedValues, version: number): Promise<MatchCorrection | null> {
    const row = { ...values, version: version + 1 }
    const [saved] =
      version === 0
        ? await tx.insert(matchCorrection).values(row).onConflictDoNothing().returning()
        : await tx
            .update(matchCorrection)
            .set(row)
            .where(and(eq(matchCorrection.eid, values.eid), eq(matchCorrection.version, version)))
            .returning()
    return saved ?? null
  }

  async remove(tx: Transaction, eid: string): Promise<void> {
    await tx.delete(matchCorrection).where(eq(matchCorrection.eid, eid))
  }

  /** Reads the corrections and passes them to the rooms, before a source reports to them. */
  async load(): Promise<void> {
    const stored = await this.stored()
    this.forget()
    this.#known = stored
    for (const correction of this.#known.values()) this.#rooms.correct(correction.chatRoomNo, statusOf(correction))
  }

  /** Another process writes the rooms, whose state contains its corrections. */
  forget(): void {
    for (const { chatRoomNo } of this.#known.values()) this.#rooms.correct(chatRoomNo, null)
    this.#known = new Map()
  }

  /** Reports the corrected values to rooms that their source has opened. */
  async report(): Promise<void> {
    for (const correction of this.#known.values()) {
      const { chatRoomNo } = correction
      if (this.#rooms.has(chatRoomNo)) await this.#rooms.setStatus(chatRoomNo, statusOf(correction))
    }
  }

  /** Reads the correction of a match again and sends the current values to its room. */
  async refresh(match: Match): Promise<void> {
    await this.load()
    const { chatRoomNo } = match.fixture
    const { homeScore, guestScore, clock, anchorStatus } = match.state
    // The values of the source for parts that are not corrected any more; the room replaces the others.
    await this.#rooms.setStatus(chatRoomNo, { homeScore, guestScore, clock, anchorStatus })
  }

  /** The match with the values of its correction. */
  corrected(match: Match): Match {
    const correction = this.#known.get(match.fixture.eid)
    return correction ? withState(match, { ...match.state, ...statusOf(correction) }) : match
  }

  get isEmpty(): boolean {
    return this.#known.size === 0
  }
}

/** The status that a correction sets. */
export function statusOf(correction: MatchCorrection): StatusCorrection {
  const { homeScore, guestScore, phase, phaseStartedAt, anchorStatus } = correction
  return {
    ...(homeScore !== null && guestScore !== null && { homeScore, guestScore }),
    ...(phase !== null && phaseStartedAt !== null && { clock: { phase, phaseStartedAt } }),
    ...(anchorStatus !== null && { anchorStatus }),
  }
}

function withState({ fixture, kickOffAt, round, hasPublisher }: Match, state: MatchState): Match {
  return { fixture, state, kickOffAt, round, ...(hasPublisher !== undefined && { hasPublisher }) }
}
