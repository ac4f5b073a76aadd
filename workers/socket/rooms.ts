import { CODES, failureOf } from '#protocol/codes.ts'
import { HISTORY_PAGE_SIZE } from '#protocol/constants.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { SessionEnd } from '#protocol/room/server-events.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { ConnectionState } from '#protocol/worker/notices.ts'
import type { FeedPosition, RoomEntered, SayMessage } from '#protocol/worker/api.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { Pause } from '../dependencies.ts'
import type { Caller } from '../http/caller.ts'
import type { Deadline } from '../http/deadline.ts'
import { Connection } from './reconnect.ts'
import { JoinPace, JoinRefusals, historyCall, isFinal, joinCall, joinPathName } from './room-join.ts'
import type { Link, LinkRole } from './socket-connection.ts'
import type { JoinData } from './room-join.ts'
import type { BatchPort, RoomLineContext } from './room-subscription.ts'
import { RoomLine } from './room-subscription.ts'

/** A ticket is good for 30 s; one that is nearly that old is not presented any more. */
const TICKET_USE_MS = 20_000
const PROBE_TIMEOUT_MS = 2_000
const SAY_WAIT_MS = 8_000

export interface RoomsContext extends Omit<RoomLineContext, 'onLost'> {
  readonly caller: Caller
  /** Where sockets go now: the line in use. */
  origin(): string
  /** A socket there has broken, or none can be opened. */
  onUnreachable(origin: string): void
  role(): LinkRole
  /** Public id of the signed-in member. */
  ownId(): string | null
  onConnection(state: ConnectionState): void
  onSessionEnd(reason: SessionEnd, token: string): void
  /** A room that was open cannot be entered any more. */
  onRoomOver(chatRoomNo: string, failure: Failure): void
  /** The server does not let a room in now; it is tried again. */
  onJoinRefused(failure: Failure): void
}

interface Prepared {
  readonly role: LinkRole
  readonly at: number
  readonly deadline: Deadline
  readonly data: Promise<Result<JoinData>>
}

/** A room with what belongs to its entering. */
interface Seat {
  readonly line: RoomLine
  readonly enter: (result: Result<RoomEntered>) => void
  prepared: Prepared | null
  hasEntered: boolean
  readonly pace: JoinPace
  /** Between two joins. */
  readonly pause: Pause
  /** The attempt to follow on a link that is being made. */
  joining: Promise<void> | null
}

/** All rooms of the page on one connection. */
export class Rooms {
  readonly connection: Connection
  private readonly seats = new Map<string, Seat>()
  private readonly refusals: JoinRefusals

  constructor(private readonly context: RoomsContext) {
    this.refusals = new JoinRefusals((refused) => context.onJoinRefused(refused))
    this.connection = new Connection({
      dependencies: context.dependencies,
      origin: () => context.origin(),
      onUnreachable: (origin) => context.onUnreachable(origin),
      isWanted: () => this.seats.size > 0,
      role: () => context.role(),
      onUp: (link) => this.sitDown(link),
      onDown: () => this.standUp(),
      onFrame: (frame) => this.seats.get(frame.chatRoomNo)?.line.receive(frame),
      onBadFrame: () => (context.counters.gaps += 1),
      onSessionEnd: (reason, token) => context.onSessionEnd(reason, token),
      onState: (state) => context.onConnection(state),
    })
  }

  /**
   * Opens a room. While the server cannot be reached this waits and goes on trying; a refusal that trying again does not
   * change ends it. A room that is entered twice belongs to the later caller.
   */
  enter(chatRoomNo: string, position: FeedPosition | null, port: BatchPort): Promise<Result<RoomEntered>> {
    this.leave(chatRoomNo)
    this.refusals.forget()
    const { dependencies } = this.context
    return new Promise((resolve) => {
      const line = new RoomLine(chatRoomNo, { ...this.context, onLost: () => this.joinAgain(seat) }, port, position)
      const seat: Seat = {
        line,
        enter: resolve,
        prepared: null,
        hasEntered: false,
        pace: new JoinPace(() => dependencies.random()),
        pause: new Pause((task, delayMs) => dependencies.setTimer(task, delayMs)),
        joining: null,
      }
      this.seats.set(chatRoomNo, seat)
      seat.prepared = this.prepare(seat, this.context.role())
      const { link } = this.connection
      if (link) void this.sit(seat, link)
      this.connection.start()
    })
  }

  leave(chatRoomNo: string): void {
    const seat = this.seats.get(chatRoomNo)
    if (seat) this.end(seat, failureOf(CODES.ABORTED))
  }

  control(chatRoomNo: string, message: Parameters<RoomLine['control']>[0]): void {
    this.seats.get(chatRoomNo)?.line.control(message)
  }

  /** Settled 14: speaks; the same `cid` twice is one message, so an answer that did not come is asked for once more. */
  async say({ chatRoomNo, memberId, ...message }: SayMessage): Promise<Result<{ id: string; seq: number }>> {
    const speaker = memberId ?? this.context.ownId()
    for (let tries = 0; tries < 2 && this.context.ownId() !== null; tries += 1) {
      const link = await this.connection.whenUp(SAY_WAIT_MS)
      if (!link || this.context.ownId() === null) break
      // Another tab has changed the account meanwhile: words of one member are never said by another.
      if (this.context.ownId() !== speaker) return failureOf(CODES.ABORTED)
      const answer = await link.say({ chatRoomNo, ...message, ...(tries > 0 && { isAgain: true }) })
      if (answer.ok || answer.code !== CODES.TIMEOUT) return answer
    }
    // Whose session has ended, at whichever moment, can sign in and say it.
    const isGone = this.context.ownId() === null
    const code = isGone ? CODES.NEED_LOGIN : this.connection.isOnline ? CODES.TIMEOUT : CODES.OFFLINE
    return failureOf(code)
  }

  async older(chatRoomNo: string, beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>> {
    const seat = this.seats.get(chatRoomNo)
    if (!seat) return failureOf(CODES.NOT_FOUND)
    const params = { chatRoomNo, beforeSeq, size: HISTORY_PAGE_SIZE }
    const page = await historyCall(this.context.caller, this.context.role().namespace, params)
    if (!page.ok) return page
    // Numbers of another epoch mean other entries.
    const isSameLog = seat.line.place?.epoch === page.data.epoch
    if (!isSameLog) return success({ rows: [], hasMore: false })
    const older = page.data.list.filter((one) => one.seq < beforeSeq)
    return success({ rows: seat.line.feed.older(older), hasMore: page.data.hasMore })
  }

  /** Everything that waits tries again at once (settled 36). */
  hurry(): void {
    this.wake()
    this.connection.hurry()
  }

  /** Somebody else is here now, whom the server may let in. */
  roleChanged(): void {
    this.wake()
    this.connection.reconsider()
  }

  /** Asks the server for a sign of life: after the page slept or changed its network. A silent link is given up. */
  async probe(): Promise<void> {
    const { link } = this.connection
    const [seat] = this.seats.values()
    const place = seat?.line.place
    if (!link || !seat || !place || !seat.line.isOn(link)) return
    const answer = await link.resume({ chatRoomNo: seat.line.chatRoomNo, ...place }, PROBE_TIMEOUT_MS)
    if (!answer.ok && answer.code === CODES.TIMEOUT) link.close()
  }

  get waitingRows(): number {
    let rows = 0
    for (const seat of this.seats.values()) rows += seat.line.feed.waitingRows
    return rows
  }

  /** Nobody who wants to read and speak waits for the news of the site: that room may come later, or never. */
  private async sitDown(link: Link): Promise<boolean> {
    const seats = [...this.seats.values()]
    const sitting = seats.map((seat) => ({ seat, done: this.sit(seat, link) }))
    const awaited = sitting.filter(({ seat }) => seat.line.chatRoomNo !== SITE_ROOM)
    await Promise.all((awaited.length > 0 ? awaited : sitting).map(({ done }) => done))
    return link.isUp
  }

  private wake(): void {
    for (const { pause } of this.seats.values()) pause.wake()
  }

  private standUp(): void {
    for (const seat of this.seats.values()) seat.line.detach()
  }

  private joinAgain(seat: Seat): void {
    const { link } = this.connection
    if (link) void this.sit(seat, link)
  }

  /** Brings the room onto this link, after whatever is being tried on another one. */
  private async sit(seat: Seat, link: Link): Promise<void> {
    while (seat.joining) {
      seat.pause.wake()
      await seat.joining
    }
    if (!this.isCurrent(seat) || seat.line.isOn(link)) return
    seat.joining = this.joinOn(seat, link).finally(() => (seat.joining = null))
    await seat.joining
  }

  /** Joins until the room follows on this link, is refused, or the link is no longer the one to be on. */
  private async joinOn(seat: Seat, link: Link): Promise<void> {
    const { pace, pause } = seat
    const isFor = () => this.connection.link === link && this.isCurrent(seat) && isRoleOf(link, this.context.role())
    pace.begin()
    while (isFor()) {
      const prepared = this.preparedFor(seat, link.role)
      // A call that hangs in the network of a link that has ended would hold up the next one.
      void link.ended.then(() => prepared.deadline.abort())
      const joined = await prepared.data
      seat.prepared = null
      if (!this.isCurrent(seat)) return
      if (joined.ok && (await seat.line.follow(link, joined.data.ticket))) return
      // Nobody wakes the pause of a link that has a successor already.
      if (!isFor()) return
      const delayMs = pace.next(joined.ok ? null : joined, this.connection.isVisible)
      await Promise.race([pause.wait(delayMs), link.ended])
      // What is left of it would cut the next one short.
      pause.wake()
    }
  }

  private preparedFor(seat: Seat, role: LinkRole): Prepared {
    const { prepared } = seat
    const isFresh = prepared !== null && this.context.dependencies.now() - prepared.at < TICKET_USE_MS
    return isFresh && prepared.role.token === role.token && prepared.role.namespace === role.namespace
      ? prepared
      : this.prepare(seat, role)
  }

  /** The HTTP join, which needs no socket: the page has its room while the socket is still connecting. */
  private prepare(seat: Seat, role: LinkRole): Prepared {
    const { caller, dependencies } = this.context
    const deadline = caller.deadline(joinPathName(role.namespace))
    const join = async (): Promise<Result<JoinData>> => {
      const joined = await joinCall(caller, role.namespace, seat.line.chatRoomNo, seat.line.place, deadline)
      deadline.finish()
      if (!this.isCurrent(seat)) return joined
      if (!joined.ok) {
        if (isFinal(joined.code)) this.end(seat, joined)
        else if (seat.line.chatRoomNo !== SITE_ROOM || this.seats.size === 1) this.refusals.refused(joined)
        return joined
      }
      seat.pace.admitted()
      this.refusals.forget()
      const entered = await seat.line.begin(joined.data, role.namespace === 'anon' ? null : this.context.ownId())
      seat.hasEntered = true
      seat.enter(success(entered))
      return joined
    }
    const data = join().catch(() => failureOf(CODES.BAD_RESPONSE))
    return { role, at: dependencies.now(), deadline, data }
  }

  private end(seat: Seat, reason: Failure): void {
    if (!this.isCurrent(seat)) return
    this.seats.delete(seat.line.chatRoomNo)
    seat.line.close()
    seat.pause.wake()
    if (seat.hasEntered && reason.code !== CODES.ABORTED) this.context.onRoomOver(seat.line.chatRoomNo, reason)
    seat.enter(reason)
    this.connection.reconsider()
  }

  private isCurrent(seat: Seat): boolean {
    return this.seats.get(seat.line.chatRoomNo) === seat
  }
}

function isRoleOf(link: Link, role: LinkRole): boolean {
  return link.role.namespace === role.namespace && link.role.token === role.token
}
