import { isDeepStrictEqual } from 'node:util'
import { HOUR_MS, SECOND_MS } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { Lock, type RoomDefinition } from '../../rooms/room.ts'
import { ListedMatchData } from '../match-data.ts'
import type { Followable, Match } from '../match.ts'
import type { MatchSource, PublisherState, ReportedPublishers } from '../match-source.ts'
import { EMPTY_NEWSROOM } from '../newsroom.ts'
import { liveAnchorStatus, liveClock, liveMatch, liveRoomIds } from './live-room.ts'
import { LiveRoomRepository, type StoredLiveRoom } from './live-room-repository.ts'

/** Interval of reading changes, which other processes may have made. */
const READ_EVERY_MS = SECOND_MS
/** A closed room stays in memory this long, so that its link shows the end. */
const LISTED_AFTER_CLOSE_MS = 24 * HOUR_MS
/** Rooms that are opened at the same time. */
const OPENED_TOGETHER = 8

/** What a publisher of a stream must fulfil. */
export interface PublisherRule {
  /** Hexadecimal SHA-256 of the stream key; null refuses everybody. */
  readonly keyHash: string | null
  readonly maxKbps: number
}

/** Parts of this process that follow the live rooms. */
interface LiveRoomOutputs {
  readonly media: { setPublishing(streamName: string, isPublishing: boolean): void }
  /** Null if this process accepts no publishers. */
  readonly ingest: { setRules(rules: ReadonlyMap<string, PublisherRule>): void } | null
}

interface LiveRoomsOptions {
  readonly database: Pick<Database, 'db'>
  readonly rooms: RoomHub
  /** The publishers of the process that takes them; none with a single process. */
  readonly publishers?: ReportedPublishers | null
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/**
 * The live rooms that operators have created, as a source of matches. All processes read them from the database; the
 * process that writes the rooms also reports start, end and publisher to the chat room.
 */
export class LiveRooms implements MatchSource {
  readonly newsroom = EMPTY_NEWSROOM
  readonly matchData = new ListedMatchData(() => this.#matches)
  readonly repository: LiveRoomRepository
  readonly #options: LiveRoomsOptions
  readonly #lock = new Lock()
  readonly #refreshAtWriter: (parameters: Record<string, never>) => Promise<null>
  readonly #publishers = new Map<string, PublisherState>()
  /** Chat rooms that are not listed any more, in memory until their last viewer has left. */
  readonly #retiring = new Set<string>()
  #outputs: LiveRoomOutputs | null = null
  #rooms: ReadonlyMap<string, StoredLiveRoom> = new Map()
  #matches: readonly Match[] = []
  #revision: number | null = null
  #timer: ReturnType<typeof setInterval> | undefined
  #isBusy = false
  #isFailing = false

  constructor(options: LiveRoomsOptions) {
    this.#options = options
    this.repository = new LiveRoomRepository(options.database)
    this.#refreshAtWriter = options.rooms.writer.define('live.refresh', async () => {
      await this.#refreshHere()
      return null
    })
    options.publishers?.onChange(() => void this.publishersChanged().catch(options.onError))
  }

  /** Connects video and publishers of this process. Call it before {@link start} or {@link follow}. */
  connect(outputs: LiveRoomOutputs): void {
    this.#outputs = outputs
  }

  async start(): Promise<void> {
    this.stop()
    this.#revision = null
    await this.#refreshHere()
    this.#timer = setInterval(() => void this.#tick(), READ_EVERY_MS).unref()
  }

  /** Like {@link start}: which process writes the rooms is checked at each write. */
  follow(): Promise<void> {
    return this.start()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  matches(): readonly Match[] {
    return this.#matches
  }

  followables(): readonly Followable[] {
    return this.#matches.map(({ fixture: { anchor } }) => ({
      kind: 'anchor',
      key: anchor.key,
      name: anchor.nick,
      logo: anchor.logo,
    }))
  }

  async setPublisher(anchorRoomId: string, state: PublisherState): Promise<void> {
    const room = this.#rooms.get(anchorRoomId)
    if (!room) return
    this.#publishers.set(anchorRoomId, state)
    const anchorStatus = liveAnchorStatus(room, state, this.#options.now())
    this.#outputs?.media.setPublishing(anchorRoomId, anchorStatus === 1)
    this.#list()
    await this.#options.rooms.post(liveRoomIds(room.no).chatRoomNo, [{ kind: 'status', data: { anchorStatus } }])
  }

  /** True if this is the stream of a live room. */
  has(anchorRoomId: string): boolean {
    return this.#rooms.has(anchorRoomId)
  }

  /** The clip of a stream that may be published and watched; null while its room is closed. */
  clipOf(anchorRoomId: string): 'test' | null {
    return this.#rooms.get(anchorRoomId)?.closedAt === null ? 'test' : null
  }

  /** False if an operator has switched the gifts of this room off. */
  acceptsGifts(anchorRoomId: string): boolean {
    return this.#rooms.get(anchorRoomId)?.isGiftOpen ?? true
  }

  publisherOf(anchorRoomId: string): PublisherState {
    const { publishers } = this.#options
    return publishers ? publishers.publisherOf(anchorRoomId) : (this.#publishers.get(anchorRoomId) ?? null)
  }

  /** Applies the publishers that several processes share. The process that writes the rooms reports them. */
  async publishersChanged(): Promise<void> {
    if (this.#timer) await this.#refreshHere()
  }

  /** Applies changes of an operator now, here and in the process that writes the rooms. Others follow within a second. */
  async refresh(): Promise<void> {
    const { writer } = this.#options.rooms
    await this.#refreshHere()
    if (!writer.isHere) await this.#refreshAtWriter({})
  }

  async #tick(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await this.#refreshHere()
      this.#isFailing = false
    } catch (error) {
      // One report per outage of the database.
      if (!this.#isFailing) this.#options.onError(error)
      this.#isFailing = true
    } finally {
      this.#isBusy = false
    }
  }

  #refreshHere(): Promise<void> {
    return this.#lock.run(async () => {
      const revision = await this.repository.revision()
      if (revision !== this.#revision) await this.#read()
      this.#revision = revision
      await this.#report()
      this.#list()
    })
  }

  /** Reads all rooms, opens their chat rooms, and applies what operators have changed. */
  async #read(): Promise<void> {
    const { rooms, now } = this.#options
    const stored = await this.repository.list(now() - LISTED_AFTER_CLOSE_MS)
    const found = new Map(stored.map((room) => [liveRoomIds(room.no).anchorRoomId, room]))
    for (const [name, { no }] of this.#rooms) if (!found.has(name)) this.#retiring.add(liveRoomIds(no).chatRoomNo)
    const changed = stored.filter(
      (room) => !isDeepStrictEqual(room, this.#rooms.get(liveRoomIds(room.no).anchorRoomId)),
    )
    for (let at = 0; at < changed.length; at += OPENED_TOGETHER) {
      await Promise.all(changed.slice(at, at + OPENED_TOGETHER).map((room) => this.#open(room)))
    }
    this.#rooms = found
    const open = [...found].filter(([, { closedAt }]) => closedAt === null)
    this.#outputs?.ingest?.setRules(
      new Map(open.map(([name, { streamKeyHash, maxKbps }]) => [name, { keyHash: streamKeyHash, maxKbps }])),
    )
    for (const chatRoomNo of this.#retiring) {
      if (await rooms.retire(chatRoomNo)) this.#retiring.delete(chatRoomNo)
    }
  }

  async #open(stored: StoredLiveRoom): Promise<void> {
    const { rooms, now } = this.#options
    const { chatRoomNo } = liveRoomIds(stored.no)
    this.#retiring.delete(chatRoomNo)
    await rooms.open(definitionOf(stored, now()))
    rooms.setTitle(chatRoomNo, stored.title)
    await rooms.setAdmins(chatRoomNo, stored.admins)
  }

  /** Opens chat rooms that another process has created meanwhile, and reports the state in the writing process. */
  async #report(): Promise<void> {
    const { rooms, now } = this.#options
    for (const [name, stored] of this.#rooms) {
      const { chatRoomNo } = liveRoomIds(stored.no)
      if (!rooms.has(chatRoomNo)) await this.#open(stored)
      const room = rooms.room(chatRoomNo)
      if (!room) continue
      room.isOpen = stored.closedAt === null
      if (!rooms.writer.isHere) continue
      const clock = liveClock(stored, now())
      const anchorStatus = liveAnchorStatus(stored, this.publisherOf(name), now())
      const { state } = room
      const isCurrent =
        state.anchorStatus === anchorStatus &&
        state.clock.phase === clock.phase &&
        state.clock.phaseStartedAt === clock.phaseStartedAt
      if (!isCurrent) await rooms.setStatus(chatRoomNo, { clock, anchorStatus })
    }
  }

  /** Rebuilds the list. A process without the publisher takes its state from the chat room. */
  #list(): void {
    const { rooms, now } = this.#options
    this.#matches = [...this.#rooms].flatMap(([name, stored]) => {
      const room = rooms.room(liveRoomIds(stored.no).chatRoomNo)
      if (!room) return []
      const publisher = this.publisherOf(name)
      const ownStatus = liveAnchorStatus(stored, publisher, now())
      // A process without the publisher takes corrections of operators too from the chat room.
      const anchorStatus = rooms.writer.isHere || stored.closedAt !== null ? ownStatus : room.state.anchorStatus
      // The stream of a publisher is in the memory of the process that takes publishers.
      const hasStream = publisher === null || this.#outputs?.ingest !== null
      this.#outputs?.media.setPublishing(name, ownStatus === 1 && hasStream)
      return [liveMatch(stored, { now: now(), anchorStatus, publisher })]
    })
  }
}

function definitionOf(stored: StoredLiveRoom, now: number): RoomDefinition {
  const { chatRoomNo, matchId, anchorRoomId } = liveRoomIds(stored.no)
  return {
    chatRoomNo,
    matchId,
    anchorRoomId,
    title: stored.title,
    venueName: 'YB',
    status: {
      anchorStatus: liveAnchorStatus(stored, null, now),
      homeScore: 0,
      guestScore: 0,
      clock: liveClock(stored, now),
    },
    setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
    admins: stored.admins,
  }
}
