import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import type { FeedPosition, OlderRows, RoomEntered, SayMessage, WorkerApi } from '#protocol/worker/api.ts'
import type { FeedControl, FeedMessage } from '#protocol/worker/feed.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { PagePlatform } from './page-platform.ts'
import type { WorkerSupervisor } from './worker-supervisor.ts'

export interface RoomHandlers {
  /** Receives batches and resets in order. Call {@link RoomHandle.applied} for each batch that is on the screen. */
  onMessage(message: FeedMessage): void
  /** Called once, when the room is open. Later snapshots come with resets. */
  onEntered(entered: RoomEntered): void
  /** Called if the room cannot be entered or ends later. The handle then has no effect any more. */
  onFailure(failure: Failure): void
}

export interface RoomHandle {
  readonly chatRoomNo: string
  /** Sends a chat message. `cid` is the author's id of the message (settled 14): 8-64 base64url characters, unique. */
  say(message: Omit<SayMessage, 'chatRoomNo'>): Promise<Result<{ id: string; seq: number }>>
  /** The page of the history before `beforeSeq`. */
  older(beforeSeq: number): Promise<Result<OlderRows>>
  /** Returns the credits of `batches` batches, the last of which ended at `lastSeq`. */
  applied(lastSeq: number, batches: number): void
  leave(): void
}

/** One room of the page. After its worker was replaced, it continues after the last batch that arrived. */
export class RoomMembership implements RoomHandle {
  readonly chatRoomNo: string
  readonly #handlers: RoomHandlers
  readonly #platform: PagePlatform
  readonly #worker: WorkerSupervisor
  readonly #onLeft: (room: RoomMembership) => void
  #port: MessagePort | null = null
  #position: FeedPosition | null = null
  #hasEntered = false
  #isOver = false

  constructor(
    chatRoomNo: string,
    handlers: RoomHandlers,
    platform: PagePlatform,
    worker: WorkerSupervisor,
    onLeft: (room: RoomMembership) => void,
  ) {
    this.chatRoomNo = chatRoomNo
    this.#handlers = handlers
    this.#platform = platform
    this.#worker = worker
    this.#onLeft = onLeft
  }

  /** Enters the room through a worker. Called again for each replacement. */
  async enterThrough(api: WorkerApi<MessagePort>): Promise<void> {
    if (this.#isOver) return
    // Batches of the old worker that have not arrived are dropped. The new worker sends them again.
    this.#port?.close()
    const { port1: port, port2 } = new MessageChannel()
    this.#port = port
    port.addEventListener('message', (event: MessageEvent<FeedMessage>) => this.#receive(port, event.data))
    port.start()
    const { chatRoomNo } = this
    const room = this.#position ? { chatRoomNo, position: this.#position } : { chatRoomNo }
    const result = await api.enterRoom(room, this.#platform.transferPort(port2)).catch(() => null)
    if (this.#isOver || this.#port !== port || !result) return
    if (!result.ok) {
      // The page has entered the same room again.
      if (result.code === CODES.ABORTED) return
      this.#end()
      this.#handlers.onFailure(result)
    } else if (!this.#hasEntered) {
      this.#hasEntered = true
      this.#handlers.onEntered(result.data)
    }
  }

  async say(message: Omit<SayMessage, 'chatRoomNo'>): Promise<Result<{ id: string; seq: number }>> {
    if (this.#isOver) return failureOf(CODES.ABORTED)
    // The server accepts each cid once, so a replacement may send the message again.
    return this.#worker.request((api) => api.say({ ...message, chatRoomNo: this.chatRoomNo }), 1)
  }

  async older(beforeSeq: number): Promise<Result<OlderRows>> {
    if (this.#isOver) return failureOf(CODES.ABORTED)
    return this.#worker.request((api) => api.olderRows(this.chatRoomNo, beforeSeq), 1)
  }

  applied(lastSeq: number, batches: number): void {
    const control: FeedControl = { type: 'applied', seq: lastSeq, credits: batches }
    this.#port?.postMessage(control)
  }

  leave(): void {
    if (!this.#isOver) this.#end()
  }

  /** Handles the outcome notice that ends an entered room. Its details contain the room's number. */
  onNotice(notice: TransportNotice): void {
    if (notice.type !== 'outcome' || this.#isOver) return
    const { details } = notice
    if (typeof details !== 'object' || details === null || !('chatRoomNo' in details)) return
    if (details.chatRoomNo !== this.chatRoomNo) return
    this.#end()
    this.#handlers.onFailure(failure(notice.code, notice.message, { details }))
  }

  #receive(port: MessagePort, message: FeedMessage): void {
    if (this.#isOver || this.#port !== port) return
    // A reset has no position. A replacement continues from the position before it and reports the loss again.
    if (message.type === 'batch') this.#position = { epoch: message.epoch, seq: message.lastSeq }
    this.#handlers.onMessage(message)
  }

  #end(): void {
    this.#isOver = true
    this.#port?.close()
    this.#port = null
    this.#onLeft(this)
  }
}
