import { CODES, failureOf } from '#protocol/codes.ts'
import { WORKER_PING_TIMEOUT_MS } from '#protocol/constants.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type {
  Credentials,
  GeetestProof,
  SignInCall,
  SignInReport,
  StartOptions,
  StartReport,
  TransportStats,
  WorkerApi,
} from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import { Notices } from './notices.ts'
import { PageCalls } from './page-calls.ts'
import type { PagePlatform } from './page-platform.ts'
import { type RoomHandle, type RoomHandlers, RoomMembership } from './room.ts'
import type { SharedStorage } from './tabs.ts'
import { type WorkerOwner, WorkerSupervisor } from './worker-supervisor.ts'

/** Counters of the current worker, and the number of workers that were replaced. */
export interface PageStats extends TransportStats {
  readonly workersReplaced: number
}

/** Captcha computations are repeated this often if the worker dies. */
const MAX_RETRIES = 2

/** The transport on the page's thread: one worker, its calls and its rooms. The platform is injected. */
export class TransportClient implements WorkerOwner {
  readonly clock: ServerClock
  readonly calls: PageCalls
  readonly #platform: PagePlatform
  readonly #storage: StorageAdapter & Partial<SharedStorage>
  readonly #notices = new Notices()
  readonly #rooms = new Set<RoomMembership>()
  readonly #worker: WorkerSupervisor
  #options: StartOptions | null = null

  constructor(platform: PagePlatform, storage: StorageAdapter & Partial<SharedStorage>) {
    this.#platform = platform
    this.#storage = storage
    this.clock = new ServerClock(() => platform.now())
    this.#worker = new WorkerSupervisor(platform, WORKER_PING_TIMEOUT_MS, this)
    this.calls = new PageCalls(platform, this.#worker)
    storage.onSessionChanged?.((endedBy) => this.#worker.notify((api) => api.adoptStoredSession(endedBy)))
    platform.onPageState(() => {
      this.#worker.pingNow()
      this.#worker.notify((api) => this.#sendPageState(api))
      if (platform.isVisible()) storage.catchUp?.()
    })
  }

  /** Starts the worker: handshake, clock, restored session. A failed start may be repeated. */
  async start(options: StartOptions): Promise<Result<StartReport>> {
    this.#options = options
    const report = await this.#worker.start()
    if (report.ok) this.clock.setOffset(report.data.clockOffsetMs)
    return report
  }

  signIn(credentials: Credentials): Promise<Result<SignInReport>> {
    return this.#worker.request((api) => api.signIn(credentials), 0)
  }

  signInWith<Name extends SignInCall>(name: Name, params: RequestOf<Name>): Promise<Result<SignInReport>> {
    return this.#worker.request((api) => api.signInWith(name, params), 0)
  }

  signOut(): Promise<Result<null>> {
    return this.#worker.request((api) => api.signOut(), 0)
  }

  /** Submits the result of the safety dialog (S4.21). After a failure the calls keep waiting, so it can be tried again. */
  async completeVerification(result: VerificationResult): Promise<Result<null>> {
    const verified = await this.#worker.request((api) => api.completeVerification(result), 0)
    if (verified.ok) this.#notices.verificationEnded()
    return verified
  }

  /** S4.20: the dialog was closed without a result. */
  closeVerification(): void {
    this.#notices.verificationEnded()
    this.#worker.notify((api) => api.closeVerification())
  }

  encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>> {
    return this.#worker.request((api) => api.encryptCaptchaText(text, secretKey), MAX_RETRIES)
  }

  offlineGeetest(challenge: string): Promise<Result<GeetestProof>> {
    return this.#worker.request((api) => api.offlineGeetest(challenge), MAX_RETRIES)
  }

  /** Returns a function that removes the listener. */
  onNotice(listener: (notice: TransportNotice) => void): () => void {
    return this.#notices.listen(listener)
  }

  joinRoom(chatRoomNo: string, handlers: RoomHandlers): RoomHandle {
    const room = new RoomMembership(chatRoomNo, handlers, this.#platform, this.#worker, (left) =>
      this.#removeRoom(left),
    )
    this.#rooms.add(room)
    // While a worker is being replaced, its replacement enters all rooms.
    this.#worker.notify((api) => room.enterThrough(api))
    return room
  }

  /** Returns null while the worker is being replaced. */
  async stats(): Promise<PageStats | null> {
    const result = await this.#worker.request(async (api) => success(await api.stats()), 0)
    return result.ok ? { ...result.data, workersReplaced: this.workersReplaced } : null
  }

  get workersReplaced(): number {
    return this.#worker.replaced
  }

  /** Stops the worker and all timers. */
  close(): void {
    this.#worker.close()
  }

  async startWorker(api: WorkerApi<MessagePort>): Promise<Result<StartReport>> {
    if (!this.#options) return failureOf(CODES.NETWORK_FAILURE, { details: { reason: 'transport not started' } })
    const callbacks = { storage: this.#storage, notify: (notice: TransportNotice) => this.#receive(notice) }
    const report = api.start(this.#options, this.#platform.proxy(callbacks))
    void this.#sendPageState(api)
    return report
  }

  onReplaced(api: WorkerApi<MessagePort>): void {
    this.#notices.workerReplaced()
    for (const room of this.#rooms) void room.enterThrough(api)
  }

  /** Another tab may have signed out while there was no worker. */
  onRestarted({ session }: StartReport): void {
    this.#receive({ type: 'session', session })
  }

  #receive(notice: TransportNotice): void {
    if (notice.type === 'clock') this.clock.setOffset(notice.offsetMs)
    for (const room of this.#rooms) room.onNotice(notice)
    this.#notices.send(notice)
  }

  #sendPageState(api: WorkerApi<MessagePort>): Promise<void> {
    return api.setPageState({ visible: this.#platform.isVisible(), online: this.#platform.isOnline() })
  }

  /** Leaves a room in the worker, unless the page has entered it again. */
  #removeRoom(left: RoomMembership): void {
    this.#rooms.delete(left)
    for (const room of this.#rooms) if (room.chatRoomNo === left.chatRoomNo) return
    this.#worker.notify((api) => api.leaveRoom(left.chatRoomNo))
  }
}

/** A larger jump means that the system clock was set. It is applied at once. */
const JUMP_MS = 2 * SECOND_MS

/** The server clock on the page: local clock plus the offset of the worker. It does not run backwards (settled 35). */
export class ServerClock {
  readonly #localNow: () => number
  #offsetMs = 0
  #last = Number.NEGATIVE_INFINITY

  constructor(localNow: () => number) {
    this.#localNow = localNow
  }

  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }

  /** Epoch milliseconds on the server clock. */
  now(): number {
    const now = this.#localNow() + this.#offsetMs
    if (now >= this.#last || this.#last - now > JUMP_MS) this.#last = now
    return this.#last
  }
}
