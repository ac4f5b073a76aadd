import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { WorkerApi, FeedPosition, RoomEntered, SayMessage } from '#protocol/worker/api.ts'
import type { FeedControl, FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { WorkerSupervisor } from './worker-supervisor.ts'
import type { PagePlatform } from './page-platform.ts'

export interface RoomHandlers {
  /** Batches and resets in order. Return each batch's credit with {@link RoomHandle.applied} once it is on the screen. */
  onMessage(message: FeedMessage): void
  /** Once, when the room is open; a reset carries later snapshots. */
  onEntered(entered: RoomEntered): void
  /** The room could not be entered, or ended later; the handle does nothing more until a new join. */
  onFailure(failure: Failure): void
}

export interface RoomHandle {
  readonly chatRoomNo: string
  /** Speaks. `cid` names the message for its author (settled 14): 8-64 base64url characters, unique. */
  say(message: Omit<SayMessage, 'chatRoomNo'>): Promise<Result<{ id: string; seq: number }>>
  /** Rows before `beforeSeq`, oldest first. */
  older(beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>>
  /** The page has applied `batches` batches, the last of which ended at `lastSeq`: returns as many credits. */
  applied(lastSeq: number, batches: number): void
  leave(): void
}

/** One room that the page is in. Survives its worker: a successor continues after the last batch that arrived here. */
export class RoomMembership implements RoomHandle {
  private port: MessagePort | null = null
  private position: FeedPosition | null = null
  private hasEntered = false
  private isOver = false

  constructor(
    readonly chatRoomNo: string,
    private readonly handlers: RoomHandlers,
    private readonly platform: PagePlatform,
    private readonly keeper: WorkerSupervisor,
    private readonly onLeft: (room: RoomMembership) => void,
  ) {}

  /** Enters the room through this worker; called again for each successor. */
  async moveTo(api: WorkerApi<MessagePort>): Promise<void> {
    if (this.isOver) return
    // What the old worker had posted but the page has not received is dropped here and comes again after `position`.
    this.port?.close()
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    port1.addEventListener('message', (event: MessageEvent<FeedMessage>) => this.take(port1, event.data))
    port1.start()
    const room = this.position
      ? { chatRoomNo: this.chatRoomNo, position: this.position }
      : { chatRoomNo: this.chatRoomNo }
    await this.enter(api, port1, room, port2)
  }

  say(message: Omit<SayMessage, 'chatRoomNo'>): Promise<Result<{ id: string; seq: number }>> {
    if (this.isOver) return Promise.resolve(leftRoom())
    // The same cid twice is one message, so the successor of a dead worker may send it again.
    return this.keeper.request((api) => api.say({ ...message, chatRoomNo: this.chatRoomNo }), 1)
  }

  older(beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>> {
    if (this.isOver) return Promise.resolve(leftRoom())
    return this.keeper.request((api) => api.olderRows(this.chatRoomNo, beforeSeq), 1)
  }

  applied(lastSeq: number, batches: number): void {
    const control: FeedControl = { type: 'applied', seq: lastSeq, credits: batches }
    this.port?.postMessage(control)
  }

  leave(): void {
    if (!this.isOver) this.end()
  }

  /** A room that ends after it was entered is announced as an outcome with the room's number in its details. */
  receive(notice: TransportNotice): void {
    if (notice.type !== 'outcome' || this.isOver) return
    const details = notice.details
    if (typeof details !== 'object' || details === null || !('chatRoomNo' in details)) return
    if (details.chatRoomNo !== this.chatRoomNo) return
    this.end()
    this.handlers.onFailure(failure(notice.code, notice.message, { details }))
  }

  private async enter(
    api: WorkerApi<MessagePort>,
    own: MessagePort,
    room: { chatRoomNo: string; position?: FeedPosition },
    theirs: MessagePort,
  ): Promise<void> {
    const result = await api.enterRoom(room, this.platform.transferPort(theirs)).catch(() => null)
    if (this.isOver || this.port !== own || !result) return
    if (!result.ok) {
      // Somebody else on this page has entered the same room after this one.
      if (result.code === CODES.ABORTED) return
      this.end()
      this.handlers.onFailure(result)
    } else if (!this.hasEntered) {
      this.hasEntered = true
      this.handlers.onEntered(result.data)
    }
  }

  private take(port: MessagePort, message: FeedMessage): void {
    if (this.isOver || this.port !== port) return
    // A reset alone gives nothing to go on from: a successor tells what is lost once more, from the place before.
    if (message.type === 'batch') this.position = { epoch: message.epoch, seq: message.lastSeq }
    this.handlers.onMessage(message)
  }

  private end(): void {
    this.isOver = true
    this.port?.close()
    this.port = null
    this.onLeft(this)
  }
}

function leftRoom(): Failure {
  return failureOf(CODES.ABORTED)
}
