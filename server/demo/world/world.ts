import { setTimeout as wait } from 'node:timers/promises'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { Handlers } from '../../http/context.ts'
import type { Members } from '../../members/members.ts'
import type { GiftPrice } from '../../wallet/ledger/gift-orders.ts'
import type { Ledger } from '../../wallet/ledger/ledger.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { CrowdMember } from './audience.ts'
import { gatherAudience } from './audience.ts'
import { type CrowdBets, RoomCrowd } from './crowd.ts'
import { ensureDemoAccounts } from './demo-accounts.ts'
import { FOLLOW_EVERY_MS, FollowedMatches } from './followed-matches.ts'
import { refreshMarquee } from './marquee.ts'
import { MatchRoom } from './match-room.ts'
import { DATING_EID, type MatchPlan, plansAt, startOf } from './plan.ts'
import type { MatchSource, PublisherState } from '../../matches/match-source.ts'
import type { Followable } from '../../matches/match.ts'
import type { MatchRecord } from '../../database/schema/match.ts'
import type { MatchRepository } from '../../matches/match-repository.ts'
import type { Newsroom } from '../../matches/newsroom.ts'
import { DemoMatchData } from '../match-data/demo-match-data.ts'
import { DemoNewsroom } from '../news/newsroom.ts'
import type { Random } from './random.ts'
import { createRandom } from './random.ts'
import { createSchedule } from './schedule.ts'
import { ANCHORS, TEAMS } from './teams.ts'

/** Interval of the simulation. */
const WORLD_TICK_MS = 250
/** The audience is read this long after the start, or when it is needed first. */
const AUDIENCE_AFTER_MS = 2_000
/** A longer gap is not simulated; the demo continues from now. */
const LONGEST_STEP_MS = 1_000
/** One shard of the crowd's postings is rolled up each time. */
const ROLL_UP_INTERVAL_MS = 60_000
const ROLL_UP_SHARDS = 40
/** Batches per type and time. One is enough unless there is a backlog. */
const ROLL_UP_BATCHES = 10
/** A process that follows another one waits up to ten seconds for its first matches. */
const FIRST_READS = 50
const FIRST_READ_EVERY_MS = 200
const MARQUEE_EVERY_MS = 15_000
const ROOMS_EVERY_MS = 30_000
const HEADCOUNT_EVERY_MS = 3_000
/** Mean time between interruptions of a live anchor, each of {@link INTERRUPTION_MS}. */
const MEAN_TIME_BETWEEN_DROPS_MS = 7 * 60_000
const INTERRUPTION_MS = { min: 6_000, max: 15_000 }

export interface WorldServices {
  readonly rooms: RoomHub
  readonly members: Members
  readonly calls: Pick<Handlers, 'gift.reward' | 'coin.buy'>
  readonly bets?: CrowdBets
  readonly gifts: () => Promise<readonly GiftPrice[]>
  readonly ledger: Pick<Ledger, 'rollUp' | 'forgetRanking'>
  readonly media: { setPublishing(streamName: string, isPublishing: boolean): void }
  /** Stores the results of finished matches. */
  readonly records: Pick<MatchRepository, 'records' | 'saveRecord' | 'removeRecord'>
  readonly now: () => number
  readonly seed: number
  /** Size of the crowd. 0: matches run, but nobody speaks and no anchor is interrupted. */
  readonly crowd: number
  readonly siteId: number
  readonly site: SiteConfig
  readonly onError: (error: unknown) => void
  /** Starts the activities of the demo. */
  readonly openActivities?: (now: number) => Promise<void>
}

/** The demo world: matches, anchors and a crowd, generated from a seed. */
export interface World extends MatchSource {
  /** Advances everything to `now`. Called by the timer, and by tests with their own clock. */
  step(now: number): Promise<void>
  /** Compacts old gifts of the crowd: one shard of it, the next one each time. Called every minute. */
  rollUp(now: number): Promise<void>
  matches(): readonly MatchRoom[]
  /** The seeded members. */
  audience(): Promise<readonly CrowdMember[]>
}

export function createWorld(services: WorldServices): World {
  return new DemoWorld(services)
}

class DemoWorld implements World {
  #matchRooms: MatchRoom[] = []
  #crowds = new Map<string, RoomCrowd>()
  /** Shared with the crowds of the rooms. Empty until {@link DemoWorld.audience} resolves. */
  readonly #audience: CrowdMember[] = []
  #gathering: Promise<void> | null = null
  #audienceTimer: ReturnType<typeof setTimeout> | undefined
  /** Rooms with a reported error that have not recovered. */
  readonly #failing = new Set<MatchRoom>()
  readonly #savedRecords = new Map<string, MatchRecord>()
  /** Chat rooms of dropped matches, in memory until their last viewer has left. */
  readonly #retiring = new Set<string>()
  #timers: ReturnType<typeof setInterval>[] = []
  #admins: readonly string[] = []
  /** When the demo was first started: the timetable counts from here. */
  #startedAt = 0
  #roomsAt = 0
  #isStepping = false
  #lastStep = 0
  #marqueeAt = 0
  #headcountAt = 0
  #rollUpShard = 0
  #rollingUp: Promise<unknown> | null = null
  /** A round of reading the matches of another process. */
  #reading: Promise<void> | null = null
  readonly #random: Random
  readonly newsroom: Newsroom
  readonly matchData: DemoMatchData
  #schedule = createSchedule()

  readonly #services: WorldServices

  constructor(services: WorldServices) {
    this.#services = services
    this.#random = createRandom(services.seed)
    const eventsOf = (chatRoomNo: string) => services.rooms.snapshot(chatRoomNo)?.events ?? []
    this.newsroom = new DemoNewsroom(() => this.#matchRooms, eventsOf, services.seed)
    this.matchData = new DemoMatchData({
      seed: services.seed,
      matches: () => this.#matchRooms,
      eventsOf,
      tips: this.newsroom.tips,
    })
  }

  async audience(): Promise<readonly CrowdMember[]> {
    await this.#gather()
    return this.#audience
  }

  /** Reads the audience once, and again after an error. */
  #gather(): Promise<void> {
    const services = this.#services
    this.#gathering ??= gatherAudience(services.members, this.#random.fork('audience'), services).then(
      (members) => void this.#audience.push(...members),
      (error: unknown) => {
        this.#gathering = null
        throw error
      },
    )
    return this.#gathering
  }

  async start(): Promise<void> {
    const services = this.#services
    const now = services.now()
    this.#schedule = createSchedule()
    const admins = await ensureDemoAccounts(services.members, services.siteId)
    await services.openActivities?.(now)
    const records = await services.records.records()
    this.#admins = admins
    this.#startedAt = startOf(records) ?? now
    await this.#openRooms(now, new Map(), records)
    // Other processes that follow this one need the start of the demo.
    await this.#saveDatingRecord()
    this.#lastStep = now
    this.#roomsAt = now
    const repeat = (run: (now: number) => Promise<void>, everyMs: number) =>
      setInterval(() => void run(services.now()).catch(services.onError), everyMs).unref()
    // Neither the start nor the first calls wait for the audience; the first step with a crowd does.
    this.#audienceTimer = setTimeout(() => void this.#gather().catch(services.onError), AUDIENCE_AFTER_MS).unref()
    this.#timers = [repeat((at) => this.step(at), WORLD_TICK_MS), repeat((at) => this.rollUp(at), ROLL_UP_INTERVAL_MS)]
  }

  /** Opens the rooms of new matches and drops those of matches that ended long ago. */
  async #openRooms(
    now: number,
    known: ReadonlyMap<string, MatchRoom>,
    records: ReadonlyMap<string, MatchRecord> = new Map(),
  ): Promise<void> {
    const fixtures = plansAt(this.#random.fork('plan'), this.#startedAt, now)
    // All at once, because each room needs several statements one after the other.
    const rooms = await Promise.all(
      fixtures.map(async (fixture) => known.get(fixture.eid) ?? this.#openRoom(fixture, now, records.get(fixture.eid))),
    )
    const current = new Set(rooms.map(({ fixture }) => fixture.eid))
    const old = this.#matchRooms.filter(({ fixture }) => !current.has(fixture.eid))
    // A publisher stays in its room as long as it sends.
    const published = old.filter(({ publisher }) => publisher !== null)
    this.#matchRooms = [...rooms, ...published]
    for (const room of old) if (!published.includes(room)) await this.#drop(room)
    await this.#leaveRooms('remove')
  }

  async #openRoom(fixture: MatchPlan, now: number, record: MatchRecord | undefined): Promise<MatchRoom> {
    const services = this.#services
    const room = new MatchRoom(fixture, services.rooms, this.#random, now, record)
    await room.open(now, this.#admins)
    const crowd = new RoomCrowd(
      { ...services, audience: this.#audience, schedule: this.#schedule, random: this.#random },
      room,
      services.crowd,
    )
    this.#crowds.set(fixture.eid, crowd)
    this.#publish(room)
    await refreshMarquee(services.rooms, fixture, now)
    return room
  }

  /** Frees dropped rooms. The process that writes the rooms removes them from the database too. */
  async #leaveRooms(how: 'remove' | 'retire'): Promise<void> {
    for (const chatRoomNo of this.#retiring) {
      if (await this.#services.rooms[how](chatRoomNo)) this.#retiring.delete(chatRoomNo)
    }
  }

  /** Frees what belongs to a match that ended long ago. */
  async #drop({ fixture }: MatchRoom): Promise<void> {
    const { eid, chatRoomNo, anchorRoomId } = fixture
    this.#crowds.delete(eid)
    this.#savedRecords.delete(eid)
    this.#retiring.add(chatRoomNo)
    await this.#services.ledger.forgetRanking(anchorRoomId)
    if (eid !== DATING_EID) await this.#services.records.removeRecord(eid)
  }

  async stop(): Promise<void> {
    this.#timers.forEach(clearInterval)
    this.#timers = []
    clearTimeout(this.#audienceTimer)
    await this.#gathering?.catch(() => null)
    await this.#reading?.catch(() => null)
    await this.#rollingUp?.catch(() => null)
  }

  async follow(): Promise<void> {
    await this.stop()
    const services = this.#services
    const followed = new FollowedMatches(services, this.#random)
    this.#crowds.clear()
    const read = (): Promise<void> => {
      this.#reading ??= this.#readMatches(followed).finally(() => (this.#reading = null))
      return this.#reading
    }
    await read()
    // At the first start of an installation the other process is still creating the matches.
    for (let tries = 0; tries < FIRST_READS && this.#matchRooms.length === 0; tries += 1) {
      await wait(FIRST_READ_EVERY_MS)
      await read()
    }
    this.#timers = [setInterval(() => void read().catch(services.onError), FOLLOW_EVERY_MS).unref()]
  }

  async #readMatches(followed: FollowedMatches): Promise<void> {
    const { now } = this.#services
    const rooms = await followed.read(now())
    for (const room of this.#matchRooms) {
      if (!rooms.some(({ fixture }) => fixture.eid === room.fixture.eid)) this.#retiring.add(room.fixture.chatRoomNo)
    }
    // Before the other process has restarted its matches, the last known ones remain.
    if (rooms.length === 0) return
    this.#matchRooms = [...rooms]
    for (const room of rooms) this.#publish(room)
    await this.#leaveRooms('retire')
    await this.#gather()
  }

  async rollUp(now: number): Promise<void> {
    if (this.#rollingUp) return
    const number = this.#rollUpShard
    this.#rollUpShard = (number + 1) % ROLL_UP_SHARDS
    const memberIds = this.#audience.flatMap(({ memberId }, index) =>
      index % ROLL_UP_SHARDS === number ? memberId : [],
    )
    this.#rollingUp = this.#services.ledger.rollUp({ number, memberIds }, now, ROLL_UP_BATCHES)
    await this.#rollingUp.finally(() => (this.#rollingUp = null))
  }

  async step(now: number): Promise<void> {
    if (this.#isStepping) return
    this.#isStepping = true
    try {
      if (this.#services.crowd > 0) await this.#gather()
      const elapsed = Math.min(LONGEST_STEP_MS, Math.max(0, now - this.#lastStep))
      this.#lastStep = now
      this.#schedule.runDue(now)
      await this.#refreshRooms(now)
      for (const room of this.#activeRooms(now)) await this.#stepRoom(room, now, elapsed)
      await this.#refreshHeads(now)
    } finally {
      this.#isStepping = false
    }
  }

  async #refreshRooms(now: number): Promise<void> {
    if (now - this.#roomsAt < ROOMS_EVERY_MS) return
    this.#roomsAt = now
    try {
      await this.#openRooms(now, new Map(this.#matchRooms.map((room) => [room.fixture.eid, room])))
    } catch (error) {
      this.#services.onError(error)
    }
  }

  #activeRooms(now: number): MatchRoom[] {
    return this.#matchRooms.filter((room) => !room.isAtRest(now))
  }

  /** Advances one room. An error does not affect other rooms. */
  async #stepRoom(room: MatchRoom, now: number, elapsed: number): Promise<void> {
    const crowd = this.#crowds.get(room.fixture.eid)
    try {
      for (const event of await room.step(now, elapsed)) crowd?.react(event)
      if (this.#services.crowd > 0) {
        await this.#stepAnchor(room, now, elapsed)
        const { anchorStatus, clock } = room.state
        // The anchor leaves with the final whistle; the crowd talks on about the match.
        const hasEndedMatch = clock.phase === 'ended' && room.fixture.kind !== 'anchor'
        if (anchorStatus !== 3 || hasEndedMatch) crowd?.step(now, elapsed)
      }
    } catch (error) {
      this.#report(room, error)
    } finally {
      // The stream follows the match even if the room could not be updated.
      this.#publish(room)
    }
  }

  #report(room: MatchRoom, error: unknown): void {
    if (!this.#failing.has(room)) this.#services.onError(error)
    this.#failing.add(room)
  }

  async #stepAnchor(room: MatchRoom, now: number, elapsed: number): Promise<void> {
    if (room.publisher !== null) return
    if (room.interruptedUntil !== null && now >= room.interruptedUntil) {
      room.interruptedUntil = null
      await room.setInterrupted(false)
    } else if (room.isOnAir && this.#random.chance(elapsed / MEAN_TIME_BETWEEN_DROPS_MS)) {
      room.interruptedUntil = now + this.#random.between(INTERRUPTION_MS.min, INTERRUPTION_MS.max)
      await room.setInterrupted(true)
    }
  }

  async #refreshHeads(now: number): Promise<void> {
    if (now - this.#headcountAt >= HEADCOUNT_EVERY_MS) {
      this.#headcountAt = now
      for (const room of this.#activeRooms(now)) {
        const { chatRoomNo, eid } = room.fixture
        this.#services.rooms.setCrowdViewers(chatRoomNo, this.#crowds.get(eid)?.nextHeadcount() ?? 0)
      }
    }
    if (now - this.#marqueeAt < MARQUEE_EVERY_MS) return
    this.#marqueeAt = now
    for (const room of this.#matchRooms) {
      try {
        if (!room.isAtRest(now)) await refreshMarquee(this.#services.rooms, room.fixture, now)
        await this.#saveRecord(room)
        if (!room.isBehind) this.#failing.delete(room)
      } catch (error) {
        this.#report(room, error)
      }
    }
  }

  /** Stores the record that dates the timetable, if it is not stored yet. */
  async #saveDatingRecord(): Promise<void> {
    const dating = this.#matchRooms.find(({ fixture }) => fixture.eid === DATING_EID)
    if (dating) await this.#saveRecord(dating)
  }

  /** Stores results for tips on finished matches. The log of a room has the last result until it is stored. */
  async #saveRecord({ fixture, record }: MatchRoom): Promise<void> {
    if (this.#savedRecords.get(fixture.eid) === record) return
    await this.#services.records.saveRecord(fixture.eid, record)
    this.#savedRecords.set(fixture.eid, record)
  }

  #publish(room: MatchRoom): void {
    this.#services.media.setPublishing(room.fixture.anchorRoomId, room.isOnAir)
  }

  matches(): readonly MatchRoom[] {
    return this.#matchRooms
  }

  followables(): readonly Followable[] {
    return FOLLOWABLES
  }

  async setPublisher(anchorRoomId: string, state: PublisherState): Promise<void> {
    const room = this.#matchRooms.find((room) => room.fixture.anchorRoomId === anchorRoomId)
    if (!room) return
    const notified = room.setPublisher(state)
    this.#publish(room) // The stream changes before players are notified.
    await notified
  }
}

/** All anchors and teams of the demo. */
export const FOLLOWABLES: readonly Followable[] = [
  ...ANCHORS.map(({ key, nick, logo }) => ({ kind: 'anchor' as const, key, name: nick, logo })),
  ...Object.values(TEAMS)
    .flat()
    .map(({ key, name, crest }) => ({ kind: 'team' as const, key, name, logo: crest })),
]
