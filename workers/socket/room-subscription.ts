import { CODES } from '#protocol/codes.ts'
import type { EntriesReader, SealedFrame } from '#protocol/room/frame.ts'
import type { CatchUp } from '#protocol/room/server-events.ts'
import type { FeedPosition, RoomEntered } from '#protocol/worker/api.ts'
import type { FeedControl, FeedMessage } from '#protocol/worker/feed.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Feed } from '../feed/feed.ts'
import { FrameReader, type FrameReaderContext, numberEntries } from '../feed/frame-reader.ts'
import type { NumberedEntry } from '../feed/intake.ts'
import type { JoinData } from './join-calls.ts'
import { type FrameReceiver, readFrame, type SocketConnection } from './socket-connection.ts'

/** Maximum number of live frames held during a catch-up. Dropped frames cause a gap, which is filled later. */
const MAX_HELD_FRAMES = 512

export interface RoomSubscriptionContext extends FrameReaderContext {
  readonly dependencies: TransportDependencies
  /** Called when the position cannot be continued: the room must be joined again. */
  onLost(): void
}

/** Where the frames of the room come from. */
type Delivery =
  /** Frames wait for a catch-up or for the next join. `connection` is the one that was followed before. */
  | { readonly phase: 'holding'; readonly connection: SocketConnection | null; readonly frames: SealedFrame[] }
  | { readonly phase: 'following'; readonly connection: SocketConnection }
  | { readonly phase: 'closed' }

/** Position in the log: where to start, or the epoch of the joined log, whose sequence number the feed has. */
type Position =
  | { readonly isJoined: false; readonly start: FeedPosition | null }
  | { readonly isJoined: true; readonly epoch: number }

export interface BatchPort {
  postMessage(message: FeedMessage): void
  close(): void
}

/**
 * Subscription of the worker to one room: opens its frames in order, fills gaps and passes entries to the feed. It keeps
 * its position in the log across connections.
 */
export class RoomSubscription implements FrameReceiver {
  readonly chatRoomNo: string
  readonly feed: Feed
  readonly #context: RoomSubscriptionContext
  readonly #port: BatchPort
  readonly #reader: FrameReader
  readonly #catchUpEntries = new CatchUpBuffer()
  #position: Position
  #delivery: Delivery = { phase: 'holding', connection: null, frames: [] }
  #work: Promise<void> = Promise.resolve()
  /** True if the next recovered entries need a divider. */
  #isInterrupted: boolean

  constructor(
    chatRoomNo: string,
    context: RoomSubscriptionContext,
    port: BatchPort,
    startPosition: FeedPosition | null,
  ) {
    this.chatRoomNo = chatRoomNo
    this.#context = context
    this.#port = port
    this.#position = { isJoined: false, start: startPosition }
    this.#isInterrupted = startPosition !== null
    this.#reader = new FrameReader(context)
    this.feed = new Feed({
      dependencies: context.dependencies,
      counters: context.counters,
      port,
      onResumeRequest: () => {
        this.#isInterrupted = true
        void this.#fillGap()
      },
    })
  }

  /** Position of the last available entry. Null before the first join. */
  get position(): FeedPosition | null {
    const position = this.#position
    return position.isJoined ? { epoch: position.epoch, seq: this.#lastSeq } : position.start
  }

  /** Number of frames held during a catch-up. */
  get heldFrames(): number {
    return this.#delivery.phase === 'holding' ? this.#delivery.frames.length : 0
  }

  /** True if the room is joined on this connection and up to date. */
  isFollowing(connection: SocketConnection): boolean {
    return this.#delivery.phase === 'following' && this.#delivery.connection === connection
  }

  /** Applies the HTTP join: room key, snapshot, and either history or a gap that is filled later. */
  async begin(data: JoinData, memberId: string | null): Promise<RoomEntered> {
    await this.#reader.setKey(data.roomKey)
    const head = { epoch: data.epoch, seq: data.seq }
    const { feed, position } = this
    feed.setOwner(memberId)
    if (position && data.recovered && position.epoch === data.epoch) {
      if (!this.#position.isJoined) feed.begin(position)
      if (memberId !== null) feed.setMemberMute(data.snapshot.mutedUntil, data.snapshot.muteReason ?? '')
    } else {
      // The server counts missed entries from the sent position. Entries that were not posted are missed as well.
      const notPosted = this.#lastSeq - feed.position.seq
      this.#catchUpEntries.clear()
      feed.hold()
      if (position) {
        feed.reset(head, data.snapshot)
        feed.addLossDivider(data.missed + notPosted)
        this.#isInterrupted = false
      } else {
        feed.begin(head)
      }
      feed.push(data.history, 'history', data.seq)
      feed.release()
    }
    this.#position = { isJoined: true, epoch: data.epoch }
    const isAdmin = memberId !== null && data.snapshot.admins.includes(memberId)
    return {
      chatRoomNo: this.chatRoomNo,
      snapshot: data.snapshot,
      role: memberId === null ? 'anon' : isAdmin ? 'admin' : 'member',
    }
  }

  /** Joins on a connection with the ticket of the HTTP join and catches up. Live frames are held until then. */
  async follow(connection: SocketConnection, ticket: string): Promise<boolean> {
    const { position } = this
    if (!position) return false
    this.#hold()
    const joined = await connection.join({ ticket, position: { ...position } })
    if (this.#isClosed) return false
    if (joined.ok && (await this.#catchUp(connection, joined.data))) {
      if (connection.isOpen) this.#follow(connection)
      else this.#interrupt()
      return true
    }
    if (!joined.ok && joined.code === CODES.TIMEOUT) connection.close()
    // The previous connection may still deliver frames until the next attempt.
    const previous = this.#connection
    if (previous?.isOpen) this.#follow(previous)
    return false
  }

  /** Takes a live frame from any connection. Frames that were received before have no effect. */
  receive(frame: SealedFrame): void {
    // After an unexpected error the room is joined again.
    this.#work = this.#work.then(() => this.#process(frame)).catch(() => this.#lose())
  }

  /** Holds frames after the connection has closed or before the room is joined again. */
  detach(): void {
    if (this.#connection) this.#interrupt()
    else if (this.#delivery.phase === 'holding') this.#delivery.frames.length = 0
  }

  #interrupt(): void {
    if (this.#isClosed) return
    this.#isInterrupted = true
    this.#delivery = { phase: 'holding', connection: null, frames: [] }
  }

  control(message: FeedControl): void {
    this.feed.control(message)
  }

  close(): void {
    this.#connection?.leave(this.chatRoomNo)
    this.#delivery = { phase: 'closed' }
    this.#port.close()
  }

  /** Resolves when all received frames have been processed. */
  async settled(): Promise<void> {
    await this.#work
  }

  async #process(frame: SealedFrame): Promise<void> {
    const delivery = this.#delivery
    if (delivery.phase === 'closed' || this.feed.isOverloaded) return
    if (delivery.phase === 'holding') {
      delivery.frames.push(frame)
      if (delivery.frames.length > MAX_HELD_FRAMES) delivery.frames.shift()
      return
    }
    if (!this.#isOfLog(frame)) return this.#lose()
    if (frame.firstSeq > this.feed.headSeq + 1) {
      this.#context.counters.gaps += 1
      void this.#fillGap(frame)
      return
    }
    const { readEntries } = this.feed
    const entries = await this.#open(frame, readEntries)
    // The member has changed: skipped texts may be the member's own ones.
    if (this.feed.readEntries !== readEntries) return this.#process(frame)
    if (!entries) {
      void this.#fillGap()
      return
    }
    // The feed may have been reset or overloaded while the frame was being opened.
    if (this.#delivery.phase !== 'following' || this.feed.isOverloaded || !this.#isOfLog(frame)) return
    const lastSeq = frame.firstSeq + entries.length - 1
    if (lastSeq > this.feed.headSeq) this.feed.pushFrame(entries, frame.firstSeq)
  }

  /** Requests the entries after the current position: after a gap before `frame`, or after rows were released. */
  async #fillGap(frame?: SealedFrame): Promise<void> {
    const { position } = this
    if (this.#delivery.phase !== 'following' || !position) return
    const { connection } = this.#delivery
    this.#delivery = { phase: 'holding', connection, frames: frame ? [frame] : [] }
    const resumed = await connection.resume({ chatRoomNo: this.chatRoomNo, ...position })
    if (this.#connection !== connection) return
    if (!resumed.ok && resumed.code === CODES.TIMEOUT) return connection.close()
    const isFilled = resumed.ok && (await this.#catchUp(connection, resumed.data))
    // The connection may have closed or been replaced while the frames were being opened.
    if (this.#connection !== connection) return
    if (isFilled) this.#follow(connection)
    else this.#lose()
  }

  /** Holds frames until the room has been joined again. */
  #lose(): void {
    this.#hold()
    this.#context.onLost()
  }

  #hold(): void {
    if (this.#delivery.phase !== 'following') return
    this.#delivery = { phase: 'holding', connection: this.#delivery.connection, frames: [] }
  }

  /** Follows the connection and processes the frames that were held. */
  #follow(connection: SocketConnection): void {
    const frames = this.#delivery.phase === 'holding' ? this.#delivery.frames : []
    this.#delivery = { phase: 'following', connection }
    for (const frame of frames) this.receive(frame)
  }

  get #isClosed(): boolean {
    return this.#delivery.phase === 'closed'
  }

  /** The connection that is or was followed; null before the first one, after it has closed, and at the end. */
  get #connection(): SocketConnection | null {
    return this.#delivery.phase === 'closed' ? null : this.#delivery.connection
  }

  #isOfLog({ epoch }: { readonly epoch: number }): boolean {
    return this.#position.isJoined && this.#position.epoch === epoch
  }

  /**
   * Opens the frames of a catch-up and requests further parts up to the head of the first one. Live frames continue after
   * that head, so a busy room does not prolong the catch-up. Returns false if the position cannot be continued.
   */
  async #catchUp(connection: SocketConnection, first: CatchUp): Promise<boolean> {
    for (let part = first; ;) {
      const before = this.#lastSeq
      if (!(await this.#addPart(part)) || this.#isClosed) return false
      const lastSeq = this.#lastSeq
      if (lastSeq >= first.head) return this.#finishCatchUp(lastSeq)
      if (lastSeq === before) return false
      const next = await connection.resume({ chatRoomNo: this.chatRoomNo, epoch: first.epoch, seq: lastSeq })
      if (!next.ok && next.code === CODES.TIMEOUT) connection.close()
      if (!next.ok || this.#isClosed) return false
      part = next.data
    }
  }

  /** Opens the frames of one part. Returns false if they do not continue the position without a gap. */
  async #addPart(part: CatchUp): Promise<boolean> {
    if (!part.recovered || !this.#isOfLog(part)) return false
    for (const sealed of part.frames) {
      const frame = readFrame(sealed)
      const isNext =
        frame && frame.chatRoomNo === this.chatRoomNo && this.#isOfLog(frame) && frame.firstSeq <= this.#lastSeq + 1
      const entries = isNext ? await this.#open(frame) : null
      if (!frame || !entries) return false
      this.#catchUpEntries.add([...numberEntries(entries, frame.firstSeq, this.#lastSeq)], this.feed.headSeq)
    }
    return true
  }

  #finishCatchUp(head: number): true {
    const entries = this.#catchUpEntries.take(this.feed.headSeq)
    if (this.#isInterrupted) this.feed.recover(entries, head)
    else this.feed.push(entries, 'recovered', head)
    this.#isInterrupted = false
    return true
  }

  /** Sequence number of the last entry in the feed or in the catch-up buffer. */
  get #lastSeq(): number {
    return this.#catchUpEntries.lastSeq(this.feed.headSeq)
  }

  async #open(frame: SealedFrame, readEntries?: EntriesReader): Promise<readonly unknown[] | null> {
    const entries = await this.#reader.open(frame, this.#lastSeq, readEntries)
    if (this.#reader.isStuck) this.#dropPosition()
    return entries
  }

  /** Restarts the room with the next join, because a frame at this position cannot be opened. */
  #dropPosition(): void {
    this.#reader.resetFailures()
    this.#catchUpEntries.clear()
    this.#position = { isJoined: false, start: { epoch: 0, seq: this.feed.headSeq } }
  }
}

/** Entries of a catch-up that is not complete yet. They are kept when the connection closes. */
class CatchUpBuffer {
  #entries: NumberedEntry[] = []

  /** Sequence number of the last entry in this buffer or in the feed, which has everything up to `headSeq`. */
  lastSeq(headSeq: number): number {
    const [first] = this.#entries
    // After the feed has released rows, the buffer does not continue it.
    if (!first || first.seq > headSeq + 1) return headSeq
    return Math.max(headSeq, this.#entries.at(-1)?.seq ?? 0)
  }

  add(entries: readonly NumberedEntry[], headSeq: number): void {
    const [first] = this.#entries
    if (first && first.seq > headSeq + 1) this.#entries = []
    this.#entries.push(...entries)
  }

  /** Removes all entries and returns those after `headSeq`. */
  take(headSeq: number): NumberedEntry[] {
    const entries = this.#entries.filter(({ seq }) => seq > headSeq)
    this.#entries = []
    return entries
  }

  clear(): void {
    this.#entries = []
  }
}
