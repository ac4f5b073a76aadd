import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type {
  WorkerApi,
  CallOptions,
  Credentials,
  GeetestProof,
  UnresolvedCall,
  UploadFile,
  UploadProgress,
  StartOptions,
  StartReport,
  PageCallbacks,
  FeedPosition,
  RoomEntered,
  SayMessage,
  TransportStats,
} from '#protocol/worker/api.ts'
import type { FeedControl, FeedRow } from '#protocol/worker/feed.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { PackedOf } from '#protocol/views/view.ts'
import { captchaText, offlineGeetest } from './crypto/legacy.ts'
import type { TransportDependencies } from './dependencies.ts'
import { Engine } from './engine.ts'
import { newCounters } from './feed/counters.ts'
import { PageCalls } from './page-calls.ts'
import type { SessionState } from './session/session.ts'
import { signIn, signOut } from './session/sign-in.ts'
import type { StorageAdapter, StoredKey } from '#protocol/worker/storage.ts'
import { readLanguage } from '#protocol/language.ts'
import { toHex } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { ClientIdentity } from './http/seal-request.ts'

/** The transport as the page sees it; calls that come before the start has finished wait for it. */
class Transport implements WorkerApi<MessagePort> {
  private engine: Promise<Engine> | null = null
  private starting: Promise<Result<StartReport>> | null = null
  private readonly ready: Promise<Engine>
  private beReady: (engine: Engine) => void = () => undefined
  private readonly calls: PageCalls

  constructor(private readonly dependencies: TransportDependencies) {
    this.ready = new Promise((resolve) => (this.beReady = resolve))
    this.calls = new PageCalls(dependencies, this.ready)
  }

  start(options: StartOptions, links: PageCallbacks): Promise<Result<StartReport>> {
    this.starting ??= this.startOnce(options, links).finally(() => (this.starting = null))
    return this.starting
  }

  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<Result<PackedOf<Name>>> {
    return this.calls.call(name, params, options)
  }

  abort(callId: string): Promise<void> {
    this.calls.abort(callId)
    return Promise.resolve()
  }

  trackUnresolvedCall(call: UnresolvedCall): Promise<void> {
    return this.calls.owe(call)
  }

  upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    options: CallOptions,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Result<DataOf<Name>>> {
    return this.calls.upload(name, params, files, options, onProgress)
  }

  async completeVerification(result: VerificationResult): Promise<Result<null>> {
    return (await this.ready).verification.complete(result)
  }

  async closeVerification(): Promise<void> {
    const { verification } = await this.ready
    verification.close()
  }

  async encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>> {
    return success(captchaText(text, secretKey))
  }

  async offlineGeetest(challenge: string): Promise<Result<GeetestProof>> {
    return success(offlineGeetest(challenge))
  }

  async adoptStoredSession(endedBy: number | null): Promise<void> {
    await (await this.ready).storedSession.follow(endedBy)
  }

  async signIn(credentials: Credentials): Promise<Result<SessionState>> {
    const engine = await this.ready
    const result = await signIn(engine.signing, credentials)
    if (!result.ok) engine.outcomes.announce(result, ENDPOINTS['auth.login'].path)
    return result
  }

  async signOut(): Promise<Result<null>> {
    return signOut((await this.ready).signing)
  }

  async enterRoom(
    { chatRoomNo, position }: { chatRoomNo: string; position?: FeedPosition },
    port: MessagePort,
  ): Promise<Result<RoomEntered>> {
    const { rooms } = await this.ready
    port.onmessage = (event: MessageEvent<unknown>) => {
      if (isControl(event.data)) rooms.control(chatRoomNo, event.data)
    }
    return rooms.enter(chatRoomNo, position ?? null, port)
  }

  async leaveRoom(chatRoomNo: string): Promise<void> {
    const { rooms } = await this.ready
    rooms.leave(chatRoomNo)
  }

  async say(message: SayMessage): Promise<Result<{ id: string; seq: number }>> {
    return (await this.ready).rooms.say(message)
  }

  async olderRows(chatRoomNo: string, beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>> {
    return (await this.ready).rooms.older(chatRoomNo, beforeSeq)
  }

  async setPageState(state: { visible: boolean; online: boolean }): Promise<void> {
    const engine = await this.ready
    engine.setPageState(state)
  }

  ping(): Promise<number> {
    return Promise.resolve(this.dependencies.now())
  }

  async stats(): Promise<TransportStats> {
    if (!this.engine) return { ...newCounters(), reconnects: 0, clockOffsetMs: 0, roundTripMs: 0, queueLength: 0 }
    return (await this.engine).stats()
  }

  private async build(options: StartOptions, links: PageCallbacks): Promise<Engine> {
    const backend = await this.dependencies.crypto()
    const notify = (notice: TransportNotice) => links.notify(notice)
    const storage = watchedStorage(links.storage, () => notify({ type: 'storage-failed' }))
    const identity = await clientIdentity(options, backend, storage)
    return new Engine(this.dependencies, backend, identity, { storage, notify })
  }

  private async startOnce(options: StartOptions, links: PageCallbacks): Promise<Result<StartReport>> {
    this.engine ??= this.build(options, links)
    const engine = await this.engine
    const report = await engine.start()
    this.beReady(engine)
    return report
  }
}

/** The transport on injected surroundings: in a worker, in Node, or under test. Storage comes with `start`. */
export function createTransport(dependencies: TransportDependencies): WorkerApi<MessagePort> {
  return new Transport(dependencies)
}

function isControl(value: unknown): value is FeedControl {
  if (typeof value !== 'object' || value === null) return false
  const { type, seq, credits } = value as Partial<Record<string, unknown>>
  return type === 'applied' && typeof seq === 'number' && typeof credits === 'number' && credits >= 0
}

/** What must outlive this page: without it a reload forgets the session, or a money call whose outcome is open. */
const MUST_LAST: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token', 'pendingTx'])

/**
 * The page's storage as the worker uses it: it never rejects, and `onFailed` hears once that storage is full or
 * forbidden. The page's adapter then holds the value in its memory, so everything goes on until the page is closed.
 */
export function watchedStorage(storage: StorageAdapter, onFailed: () => void): StorageAdapter {
  let hasFailed = false
  return {
    get: (key) => storage.get(key).catch(() => null),
    async set(key, value) {
      const isStored = await storage.set(key, value).catch(() => false)
      if (!isStored && MUST_LAST.has(key) && !hasFailed) {
        hasFailed = true
        onFailed()
      }
      return isStored
    },
    remove: (key, endedBy) => storage.remove(key, endedBy).catch(() => undefined),
  }
}

const UUID_BYTES = 16

/** Annex F: the device id, made once and kept; it names a browser, not a person. */
async function deviceId(backend: CryptoBackend, storage: StorageAdapter): Promise<string> {
  const kept = await storage.get('uuid')
  if (kept !== null && /^[A-Za-z0-9-]{8,64}$/.test(kept)) return kept
  const uuid = toHex(backend.random(UUID_BYTES))
  await storage.set('uuid', uuid)
  return uuid
}

/** Who this page is: what it was started with, and what its storage remembers. */
export async function clientIdentity(
  options: StartOptions,
  backend: CryptoBackend,
  storage: StorageAdapter,
): Promise<ClientIdentity> {
  const uuid = await deviceId(backend, storage)
  return { options, uuid, language: readLanguage(await storage.get('language')) }
}
