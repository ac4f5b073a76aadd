import { CODES } from '#protocol/codes.ts'
import type { CatchUp } from '#protocol/room/down.ts'
import type { SealedFrame } from '#protocol/room/frame.ts'
import type { FeedControl, FeedMessage, FeedPosition, RoomEntered } from '#protocol/worker-api.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Feed } from '../feed/feed.ts'
import type { Numbered } from '../feed/intake.ts'
import type { FrameOpenerContext } from './frame-opener.ts'
import { FrameOpener, numbered } from './frame-opener.ts'
import type { Link } from './link.ts'
import { readFrame } from './link.ts'
import type { JoinData } from './room-join.ts'

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
    return this.epoch < 0 ? this.position : { epoch: this.epoch, seq: this.feed.headSeq }
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
    if (place && own !== null) feed.setOwnMute(data.snapshot.mutedUntil, data.snapshot.muteReason ?? '')
    if (place && data.recovered && place.epoch === data.epoch) {
      if (this.epoch < 0) feed.begin(place)
    } else {
      feed.hold()
      if (place) {
        feed.reset(head, data.snapshot)
        feed.divideLost(data.missed)
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
    if (answer.ok && (await this.catchUp(answer.data))) {
      this.link = link
      this.goOn()
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
    this.work = this.work.then(() => this.take(frame)).catch(() => this.context.onLost(this))
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
    if (answer.ok && (await this.catchUp(answer.data))) this.goOn()
    else this.context.onLost(this)
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
    if (frame.epoch !== this.epoch) return this.context.onLost(this)
    if (frame.firstSeq > this.feed.headSeq + 1) {
      this.context.counters.gaps += 1
      this.held.push(frame)
      void this.fill()
      return
    }
    const entries = await this.open(frame)
    if (!entries) {
      void this.fill()
      return
    }
    // A reset or a let-go may have happened while the frame was being opened.
    if (this.isHolding || this.feed.isOverwhelmed || frame.epoch !== this.epoch) return
    const last = frame.firstSeq + entries.length - 1
    if (last > this.feed.headSeq) this.feed.push(numbered(entries, frame.firstSeq, this.feed.headSeq), 'live', last)
  }

  private goOn(): void {
    const { held } = this
    this.held = []
    this.isHolding = false
    for (const frame of held) this.receive(frame)
  }

  /** Takes the frames of a catch-up; false when they do not continue the place without a hole. */
  private async catchUp(answer: CatchUp): Promise<boolean> {
    if (!answer.recovered || answer.epoch !== this.epoch) return false
    const found: Numbered[] = []
    let head = this.feed.headSeq
    for (const sealed of answer.frames) {
      const frame = readFrame(sealed)
      const isNext =
        frame && frame.chatRoomNo === this.chatRoomNo && frame.epoch === this.epoch && frame.firstSeq <= head + 1
      const entries = isNext ? await this.open(frame) : null
      if (!frame || !entries) return false
      found.push(...numbered(entries, frame.firstSeq, head))
      head = Math.max(head, frame.firstSeq + entries.length - 1)
    }
    if (head < answer.head || this.isClosed) return false
    if (this.isInterrupted) this.feed.recover(found, head)
    else this.feed.push(found, 'recovered', head)
    this.isInterrupted = false
    return true
  }

  private async open(frame: SealedFrame): Promise<readonly unknown[] | null> {
    const entries = await this.opener.open(frame, this.feed.headSeq)
    if (this.opener.isStuck) this.giveUpPlace()
    return entries
  }

  /** The next join has no position: a reset with what there is, instead of the same broken frame for ever. */
  private giveUpPlace(): void {
    this.opener.forgive()
    this.position = { epoch: 0, seq: this.feed.headSeq }
    this.epoch = -1
  }
}
