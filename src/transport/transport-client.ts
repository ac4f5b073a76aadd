import { CODES, failureOf } from '#protocol/codes.ts'
import { WORKER_PING_TIMEOUT_MS } from '#protocol/constants.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type {
  WorkerApi,
  Credentials,
  GeetestProof,
  StartOptions,
  StartReport,
  TransportStats,
} from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { Notices } from './notices.ts'
import type { CallControls, UploadControls } from './page-calls.ts'
import { PageCalls } from './page-calls.ts'
import type { RoomHandle, RoomHandlers } from './room-membership.ts'
import { RoomMembership } from './room-membership.ts'
import { ServerClock } from './server-clock.ts'
import type { SharedStorage } from './tabs.ts'
import { WorkerSupervisor } from './worker-supervisor.ts'
import type { PagePlatform } from './page-platform.ts'

/** What the present worker has counted since it started, and how many there were before it. */
export interface PageStats extends TransportStats {
  readonly workersReplaced: number
}

/** The page's side of the thread border: one worker, its calls, its rooms. The platform is injected. */
export class TransportClient {
  readonly clock: ServerClock
  private readonly notices = new Notices()
  private readonly rooms = new Set<RoomMembership>()
  private readonly keeper: WorkerSupervisor
  private readonly calls: PageCalls
  private options: StartOptions | null = null

  constructor(
    private readonly platform: PagePlatform,
    private readonly storage: StorageAdapter & Partial<SharedStorage>,
  ) {
    this.clock = new ServerClock(() => platform.now())
    this.keeper = new WorkerSupervisor(platform, WORKER_PING_TIMEOUT_MS, {
      begin: (api) => this.begin(api),
      replaced: (api) => {
        this.notices.workerReplaced()
        for (const room of this.rooms) void room.moveTo(api)
      },
      // Another tab may have signed out while nobody was there to hear it.
      startedAgain: ({ session }) => this.receive({ type: 'session', session }),
    })
    this.calls = new PageCalls(platform, this.keeper)
    storage.onSessionChanged?.((endedBy) => this.keeper.notify((api) => api.adoptStoredSession(endedBy)))
    platform.onPageState(() => {
      this.keeper.checkSoon()
      this.keeper.notify((api) => this.sendPageState(api))
      if (platform.isVisible()) storage.catchUp?.()
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
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    controls: CallControls = {},
  ): Promise<Result<ViewOf<Name>>> {
    return this.calls.call(name, params, controls)
  }

  /** A multipart call with its files. Never rejects, is never repeated by itself. */
  upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly Blob[],
    controls: UploadControls = {},
  ): Promise<Result<DataOf<Name>>> {
    return this.calls.upload(name, params, files, controls)
  }

  signIn(credentials: Credentials): Promise<Result<{ member: Member; expireAt: number }>> {
    return this.keeper.request((api) => api.signIn(credentials), 0)
  }

  signOut(): Promise<Result<null>> {
    return this.keeper.request((api) => api.signOut(), 0)
  }

  /** The outcome of the safety dialog (S4.21); a failure leaves the requests waiting, so that it can be tried again. */
  async completeVerification(result: VerificationResult): Promise<Result<null>> {
    const verified = await this.keeper.request((api) => api.completeVerification(result), 0)
    if (verified.ok) this.notices.verificationEnded()
    return verified
  }

  /** S4.20: the dialog was closed without a result. */
  closeVerification(): void {
    this.notices.verificationEnded()
    this.keeper.notify((api) => api.closeVerification())
  }

  /** The text of an AJ-Captcha answer as its server reads it; computed in the worker. */
  encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>> {
    return this.keeper.request((api) => api.encryptCaptchaText(text, secretKey), 2)
  }

  /** The answer to a geetest challenge while geetest is offline. */
  offlineGeetest(challenge: string): Promise<Result<GeetestProof>> {
    return this.keeper.request((api) => api.offlineGeetest(challenge), 2)
  }

  /** Listens to what the transport says without being asked; returns the function that stops listening. */
  onNotice(listener: (notice: TransportNotice) => void): () => void {
    return this.notices.listen(listener)
  }

  joinRoom(chatRoomNo: string, handlers: RoomHandlers): RoomHandle {
    const room = new RoomMembership(chatRoomNo, handlers, this.platform, this.keeper, (left) => this.forget(left))
    this.rooms.add(room)
    // A successor that is about to come takes all rooms over by itself.
    this.keeper.notify((api) => room.moveTo(api))
    return room
  }

  async stats(): Promise<PageStats | null> {
    const result = await this.keeper.request(async (api) => ({ ok: true as const, data: await api.stats() }), 0)
    return result.ok ? { ...result.data, workersReplaced: this.workersReplaced } : null
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
    const links = { storage: this.storage, notify: (notice: TransportNotice) => this.receive(notice) }
    const report = api.start(this.options, this.platform.proxy(links))
    void this.sendPageState(api)
    return report
  }

  private receive(notice: TransportNotice): void {
    if (notice.type === 'clock') this.clock.setOffset(notice.offsetMs)
    for (const room of this.rooms) room.receive(notice)
    this.notices.pass(notice)
  }

  private sendPageState(api: WorkerApi<MessagePort>): Promise<void> {
    return api.setPageState({ visible: this.platform.isVisible(), online: this.platform.isOnline() })
  }

  /** The worker is told that a room was left unless somebody on this page has entered it again meanwhile. */
  private forget(left: RoomMembership): void {
    this.rooms.delete(left)
    for (const room of this.rooms) if (room.chatRoomNo === left.chatRoomNo) return
    this.keeper.notify((api) => api.leaveRoom(left.chatRoomNo))
  }
}

function notStarted(): Failure {
  return failureOf(CODES.NETWORK_FAILURE, {
    details: { reason: 'transport not started' },
  })
}
