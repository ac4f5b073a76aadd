import { CODES } from '#protocol/codes.ts'
import type { CatchUp } from '#protocol/room/server-events.ts'
import type { EntriesReader, SealedFrame } from '#protocol/room/frame.ts'
import type { FeedControl, FeedMessage } from '#protocol/worker/feed.ts'
import type { FeedPosition, RoomEntered } from '#protocol/worker/api.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Feed } from '../feed/feed.ts'
import type { FrameOpenerContext } from '../feed/frame-reader.ts'
import { FrameOpener, numbered } from '../feed/frame-reader.ts'
import type { Link } from './socket-connection.ts'
import { readFrame } from './socket-connection.ts'
import type { JoinData } from './room-join.ts'
import type { Numbered } from '../feed/intake.ts'

/** Live frames kept while a catch-up is on its way; what does not fit is a gap, and a gap heals itself. */
const MOST_HELD = 512

export interface RoomLineContext extends FrameOpenerContext {
  readonly dependencies: TransportDependencies
  /** The place is lost on this link: the room must be joined anew by HTTP. */
  onLost(line: RoomLine): void
}

export interface BatchPort {
  postMessage(message: FeedMessage): void
  close(): void
}

/**
 * One room in the worker: opens its frames in order, notices gaps and has them filled, feeds the page. Links come and
 * go; the place in the log stays here.
 */
export class RoomLine {
  readonly feed: Feed
  private readonly opener: FrameOpener
  private epoch = -1
  private link: Link | null = null
  private held: SealedFrame[] = []
  private readonly missed = new Missed()
  private isHolding = true
  private isClosed = false
  private work: Promise<void> = Promise.resolve()
  /** The page is to be told what it missed as soon as that is here. */
  private isInterrupted: boolean

  constructor(
    readonly chatRoomNo: string,
    private readonly context: RoomLineContext,
    private readonly port: BatchPort,
    private position: FeedPosition | null,
  ) {
    this.isInterrupted = position !== null
    this.opener = new FrameOpener(context)
    this.feed = new Feed({
      dependencies: context.dependencies,
      counters: context.counters,
      post: (message) => this.port.postMessage(message),
      onThirst: () => {
        this.isInterrupted = true
        void this.fill()
      },
    })
  }

  /** What the line has; null before the first join and after the place was given up. */
  get place(): FeedPosition | null {
    return this.epoch < 0 ? this.position : { epoch: this.epoch, seq: this.throughSeq }
  }

  /** Joined and following on this link. */
  isOn(link: Link): boolean {
    return this.link === link && !this.isHolding
  }

  /** Takes the answer of the HTTP join: room key, and history or the certainty that there is a gap. */
  async begin(data: JoinData, own: string | null): Promise<RoomEntered> {
    await this.opener.setKey(data.roomKey)
    const head = { epoch: data.epoch, seq: data.seq }
    const { feed, place } = this
    feed.setOwner(own)
    if (place && data.recovered && place.epoch === data.epoch) {
      if (this.epoch < 0) feed.begin(place)
      if (own !== null) feed.setOwnMute(data.snapshot.mutedUntil, data.snapshot.muteReason ?? '')
    } else {
      // The server counts from the place that it was told: what had come and now never reaches the page is missed too.
      const dropped = this.throughSeq - feed.position.seq
      this.missed.clear()
      feed.hold()
      if (place) {
        feed.reset(head, data.snapshot)
        feed.divideLost(data.missed + dropped)
        this.isInterrupted = false
      } else {
        feed.begin(head)
      }
      feed.push(data.history, 'history', data.seq)
      feed.release()
    }
    this.epoch = data.epoch
    const isAdmin = own !== null && data.snapshot.admins.includes(own)
    return {
      chatRoomNo: this.chatRoomNo,
      snapshot: data.snapshot,
      role: own === null ? 'anon' : isAdmin ? 'admin' : 'member',
    }
  }

  /** Presents the ticket on a link and takes the catch-up; live frames wait until it is in. */
  async follow(link: Link, ticket: string): Promise<boolean> {
    const place = this.place
    if (!place) return false
    this.isHolding = true
    const answer = await link.join({ ticket, position: { ...place } })
    if (this.isClosed) return false
    if (answer.ok && (await this.catchUp(link, answer.data))) {
      this.link = link
      if (link.isUp) this.goOn()
      else this.detach()
      return true
    }
    if (!answer.ok && answer.code === CODES.TIMEOUT) link.close()
    // The link before this one may still serve, until the next attempt.
    if (this.link?.isUp) this.goOn()
    return false
  }

  /** A live frame of this room, from whichever link: places decide, so two links at once do no harm. */
  receive(frame: SealedFrame): void {
    // Whatever goes wrong with one frame must not end the room: it is joined anew.
    this.work = this.work.then(() => this.take(frame)).catch(() => this.lose())
  }

  /** The link has ended or the room is to be joined anew; frames wait. */
  detach(): void {
    if (this.link) this.isInterrupted = true
    this.link = null
    this.isHolding = true
    this.held = []
  }

  /** Asks for what follows the place: after a gap, or after rows were let go. */
  async fill(): Promise<void> {
    const { link, place } = this
    if (!link || !place || this.isHolding) return
    this.isHolding = true
    const answer = await link.resume({ chatRoomNo: this.chatRoomNo, ...place })
    if (this.link !== link || this.isClosed) return
    if (!answer.ok && answer.code === CODES.TIMEOUT) return link.close()
    const isFilled = answer.ok && (await this.catchUp(link, answer.data))
    // The link may have ended, or given way to another, while the frames were being opened.
    if (this.link !== link || this.isClosed) return
    if (isFilled) this.goOn()
    else this.lose()
  }

  control(message: FeedControl): void {
    this.feed.control(message)
  }

  close(): void {
    this.isClosed = true
    this.link?.leave(this.chatRoomNo)
    this.link = null
    this.port.close()
  }

  private async take(frame: SealedFrame): Promise<void> {
    if (this.isClosed || this.feed.isOverwhelmed) return
    if (this.isHolding) {
      this.held.push(frame)
      if (this.held.length > MOST_HELD) this.held.shift()
      return
    }
    if (frame.epoch !== this.epoch) return this.lose()
    if (frame.firstSeq > this.feed.headSeq + 1) {
      this.context.counters.gaps += 1
      this.held.push(frame)
      void this.fill()
      return
    }
    const { readEntries } = this.feed
    const entries = await this.open(frame, readEntries)
    // Whose page it is has changed meanwhile: what was left unread may now be the member's own.
    if (this.feed.readEntries !== readEntries) return this.take(frame)
    if (!entries) {
      void this.fill()
      return
    }
    // A reset or a let-go may have happened while the frame was being opened.
    if (this.isHolding || this.feed.isOverwhelmed || frame.epoch !== this.epoch) return
    const last = frame.firstSeq + entries.length - 1
    if (last > this.feed.headSeq) this.feed.pushFrame(entries, frame.firstSeq)
  }

  /** The place is lost on this link; frames wait until the room has been joined anew. */
  private lose(): void {
    this.isHolding = true
    this.context.onLost(this)
  }

  private goOn(): void {
    const { held } = this
    this.held = []
    this.isHolding = false
    for (const frame of held) this.receive(frame)
  }

  /**
   * Takes an answer and asks the link for what it does not hold yet; false when the place cannot be continued there. Live
   * frames follow on the head of the first answer: a flood that moves it further on does not make the catch-up longer.
   */
  private async catchUp(link: Link, first: CatchUp): Promise<boolean> {
    for (let answer = first; ;) {
      const before = this.throughSeq
      if (!(await this.takePart(answer)) || this.isClosed) return false
      const through = this.throughSeq
      if (through >= first.head) return this.endCatchUp(through)
      if (through === before) return false
      const next = await link.resume({ chatRoomNo: this.chatRoomNo, epoch: this.epoch, seq: through })
      if (!next.ok && next.code === CODES.TIMEOUT) link.close()
      if (!next.ok || this.isClosed) return false
      answer = next.data
    }
  }

  /** Opens the frames of one answer; false when they do not continue the place without a hole. */
  private async takePart(answer: CatchUp): Promise<boolean> {
    if (!answer.recovered || answer.epoch !== this.epoch) return false
    for (const sealed of answer.frames) {
      const frame = readFrame(sealed)
      const isNext =
        frame &&
        frame.chatRoomNo === this.chatRoomNo &&
        frame.epoch === this.epoch &&
        frame.firstSeq <= this.throughSeq + 1
      const entries = isNext ? await this.open(frame) : null
      if (!frame || !entries) return false
      this.missed.add([...numbered(entries, frame.firstSeq, this.throughSeq)], this.feed.headSeq)
    }
    return true
  }

  private endCatchUp(head: number): true {
    const missed = this.missed.take(this.feed.headSeq)
    if (this.isInterrupted) this.feed.recover(missed, head)
    else this.feed.push(missed, 'recovered', head)
    this.isInterrupted = false
    return true
  }

  /** Everything up to here has come in or waits for the end of a catch-up. */
  private get throughSeq(): number {
    return this.missed.throughSeq(this.feed.headSeq)
  }

  private async open(frame: SealedFrame, readEntries?: EntriesReader): Promise<readonly unknown[] | null> {
    const entries = await this.opener.open(frame, this.throughSeq, readEntries)
    if (this.opener.isStuck) this.giveUpPlace()
    return entries
  }

  /** The next join has no position: a reset with what there is, instead of the same broken frame for ever. */
  private giveUpPlace(): void {
    this.opener.forgive()
    this.missed.clear()
    this.position = { epoch: 0, seq: this.feed.headSeq }
    this.epoch = -1
  }
}

/**
 * What a catch-up has brought so far. It comes in parts, and a part that is here stays here when the link breaks: a slow
 * one does not begin anew each time.
 */
export class Missed {
  private found: Numbered[] = []

  /** The last entry that is here, given that the feed has everything up to `headSeq`. */
  throughSeq(headSeq: number): number {
    const [first] = this.found
    // Entries that do not follow on the feed, because it has let go of some, are of no use.
    if (!first || first.seq > headSeq + 1) return headSeq
    return Math.max(headSeq, this.found.at(-1)?.seq ?? 0)
  }

  /** Adds entries that follow on what is here. */
  add(entries: readonly Numbered[], headSeq: number): void {
    const [first] = this.found
    if (first && first.seq > headSeq + 1) this.found = []
    this.found.push(...entries)
  }

  /** Hands over what the feed does not have yet: another link may have brought some of it meanwhile. */
  take(headSeq: number): Numbered[] {
    const missed = this.found.filter(({ seq }) => seq > headSeq)
    this.found = []
    return missed
  }

  clear(): void {
    this.found = []
  }
}
