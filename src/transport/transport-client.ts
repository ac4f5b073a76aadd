import { CODES, codeText } from '#protocol/codes.ts'
import { WORKER_PING_TIMEOUT_MS } from '#protocol/constants.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type {
  StartOptions,
  StartReport,
  StorageAdapter,
  TransportNotice,
  TransportStats,
  WorkerApi,
} from '#protocol/worker-api.ts'
import { isMoneyCall, isRepeatable } from './repeat.ts'
import type { RoomHandle, RoomHandlers } from './room-membership.ts'
import { RoomMembership } from './room-membership.ts'
import { ServerClock } from './server-clock.ts'
import { WorkerKeeper } from './worker-keeper.ts'
import type { PagePlatform } from './worker-line.ts'

export interface CallControls {
  readonly signal?: AbortSignal
  /** Money calls only: give the same key again to repeat a posting whose outcome is unknown. 16-64 base64url characters. */
  readonly idempotencyKey?: string
}

const MAX_REPEATS = 2

/** The page's side of the thread border: one worker, its calls, its rooms. The platform is injected. */
export class TransportClient {
  readonly clock: ServerClock
  private readonly listeners = new Set<(notice: TransportNotice) => void>()
  private readonly rooms = new Set<RoomMembership>()
  private readonly keeper: WorkerKeeper
  private options: StartOptions | null = null

  constructor(
    private readonly platform: PagePlatform,
    private readonly storage: StorageAdapter,
  ) {
    this.clock = new ServerClock(() => platform.now())
    this.keeper = new WorkerKeeper(platform, WORKER_PING_TIMEOUT_MS, {
      begin: (api) => this.begin(api),
      replaced: (api) => {
        for (const room of this.rooms) void room.moveTo(api)
      },
    })
    platform.onPageState(() => {
      this.keeper.checkSoon()
      this.keeper.tell((api) => this.sendPageState(api))
    })
  }

  /** Starts the worker, shakes hands, restores the session. A failed start may be repeated. */
  async start(options: StartOptions): Promise<Result<StartReport>> {
    this.options = options
    const report = await this.keeper.start()
    if (report.ok) this.clock.setOffset(report.data.clockOffsetMs)
    return report
  }

  /** One call. Never rejects; outcomes are values. An aborted signal gives code -3. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    controls: CallControls = {},
  ): Promise<Result<DataOf<Name>>> {
    const { signal } = controls
    const idempotencyKey = controls.idempotencyKey ?? (isMoneyCall(name) ? this.platform.randomId(32) : undefined)
    const callId = this.platform.randomId(16)
    if (signal?.aborted) return failure(CODES.ABORTED, codeText(CODES.ABORTED))
    let isPosted = false
    const abort = () => {
      if (isPosted) this.keeper.tell((api) => api.abort(callId))
    }
    signal?.addEventListener('abort', abort)
    try {
      const options = idempotencyKey === undefined ? { callId } : { callId, idempotencyKey }
      const repeats = isRepeatable(name) ? MAX_REPEATS : 0
      return await this.keeper.ask((api) => {
        if (signal?.aborted) return Promise.resolve(failure(CODES.ABORTED, codeText(CODES.ABORTED)))
        isPosted = true
        return api.call(name, params, options)
      }, repeats)
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  signIn(credentials: { name: string; password: string }): Promise<Result<{ member: Member; expireAt: number }>> {
    return this.keeper.ask((api) => api.signIn(credentials), 0)
  }

  signOut(): Promise<Result<null>> {
    return this.keeper.ask((api) => api.signOut(), 0)
  }

  /** Listens to what the transport says without being asked; returns the function that stops listening. */
  onNotice(listener: (notice: TransportNotice) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  joinRoom(chatRoomNo: string, handlers: RoomHandlers): RoomHandle {
    const room = new RoomMembership(chatRoomNo, handlers, this.platform, this.keeper, (left) => this.forget(left))
    this.rooms.add(room)
    // A successor that is about to come takes all rooms over by itself.
    this.keeper.tell((api) => room.moveTo(api))
    return room
  }

  async stats(): Promise<TransportStats | null> {
    const result = await this.keeper.ask(async (api) => ({ ok: true as const, data: await api.stats() }), 0)
    return result.ok ? result.data : null
  }

  /** How often a worker has been replaced since the page was loaded. */
  get workersReplaced(): number {
    return this.keeper.replaced
  }

  /** Stops the worker and every timer. */
  close(): void {
    this.keeper.close()
  }

  private async begin(api: WorkerApi<MessagePort>): Promise<Result<StartReport>> {
    if (!this.options) return notStarted()
    const report = api.start(
      this.options,
      this.platform.proxy({ storage: this.storage, notify: (notice: TransportNotice) => this.receive(notice) }),
    )
    void this.sendPageState(api)
    return report
  }

  private receive(notice: TransportNotice): void {
    if (notice.type === 'clock') this.clock.setOffset(notice.offsetMs)
    for (const room of this.rooms) room.receive(notice)
    for (const listener of this.listeners) listener(notice)
  }

  private sendPageState(api: WorkerApi<MessagePort>): Promise<void> {
    return api.setPageState({ visible: this.platform.isVisible(), online: this.platform.isOnline() })
  }

  /** The worker is told that a room was left unless somebody on this page has entered it again meanwhile. */
  private forget(left: RoomMembership): void {
    this.rooms.delete(left)
    for (const room of this.rooms) if (room.chatRoomNo === left.chatRoomNo) return
    this.keeper.tell((api) => api.leaveRoom(left.chatRoomNo))
  }
}

function notStarted(): Failure {
  return failure(CODES.NETWORK_FAILURE, codeText(CODES.NETWORK_FAILURE), {
    details: { reason: 'transport not started' },
  })
}
