import { SECOND_MS } from '#protocol/time.ts'
import type { MatchRecord } from '../../database/schema/match.ts'
import type { MatchRepository } from '../../matches/match-repository.ts'
import type { Members } from '../../members/members.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { ensureDemoAccounts } from './demo-accounts.ts'
import { MatchRoom } from './match-room.ts'
import { plansAt, startOf } from './plan.ts'
import type { Random } from './random.ts'

/** Interval of reading the matches from their rooms. */
export const FOLLOW_EVERY_MS = SECOND_MS
const RECORDS_EVERY_MS = 30 * SECOND_MS

interface FollowedServices {
  readonly rooms: RoomHub
  readonly members: Members
  readonly records: Pick<MatchRepository, 'records'>
  readonly siteId: number
}

/** The matches of a demo world that another process advances, read from their rooms. */
export class FollowedMatches {
  readonly #services: FollowedServices
  readonly #random: Random
  #rooms: readonly MatchRoom[] = []
  #admins: readonly string[] = []
  /** When the demo was first started; null until the other process has stored it. */
  #startedAt: number | null = null
  #records: ReadonlyMap<string, MatchRecord> = new Map()
  #recordsAt = Number.NEGATIVE_INFINITY

  constructor(services: FollowedServices, random: Random) {
    this.#services = services
    this.#random = random
  }

  /** Reads all matches. New ones appear when the other process has created their rooms. */
  async read(now: number): Promise<readonly MatchRoom[]> {
    await this.#readRecords(now)
    if (this.#startedAt === null) return []
    const known = new Map(this.#rooms.map((room) => [room.fixture.eid, room]))
    const rooms: MatchRoom[] = []
    for (const fixture of plansAt(this.#random.fork('plan'), this.#startedAt, now)) {
      const { rooms: hub } = this.#services
      const room =
        known.get(fixture.eid) ?? new MatchRoom(fixture, hub, this.#random, now, this.#records.get(fixture.eid))
      if (await room.follow(this.#admins)) rooms.push(room)
    }
    this.#rooms = rooms
    return rooms
  }

  async #readRecords(now: number): Promise<void> {
    const { records, members, siteId } = this.#services
    if (this.#startedAt !== null && now - this.#recordsAt < RECORDS_EVERY_MS) return
    this.#records = await records.records()
    const startedAt = startOf(this.#records)
    if (startedAt === null) return
    // The accounts exist when the first record is stored.
    if (this.#admins.length === 0) this.#admins = await ensureDemoAccounts(members, siteId)
    this.#startedAt = startedAt
    this.#recordsAt = now
  }
}
