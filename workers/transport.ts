import { toHex } from '#protocol/bytes.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import { readLanguage } from '#protocol/language.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import { packed, type PackedOf } from '#protocol/views/view.ts'
import type {
  CallOptions,
  Credentials,
  FeedPosition,
  GeetestProof,
  OlderRows,
  PageCallbacks,
  RoomEntered,
  SayMessage,
  SignInCall,
  SignInReport,
  StartOptions,
  StartReport,
  TransportStats,
  UnresolvedCall,
  UploadFile,
  UploadProgress,
  WorkerApi,
} from '#protocol/worker/api.ts'
import type { FeedControl } from '#protocol/worker/feed.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter, StoredKey } from '#protocol/worker/storage.ts'
import { newCounters } from './counters.ts'
import { captchaText, offlineGeetest } from './crypto/legacy.ts'
import type { TransportDependencies } from './dependencies.ts'
import { Engine } from './engine.ts'
import { Deadline } from './http/deadline.ts'
import { pendingFailure } from './http/money-outcome.ts'
import type { ClientIdentity } from './http/seal-request.ts'
import { signIn, signInWith, signOut } from './session/sign-in.ts'

/** Calls that only the transport itself makes. Their responses contain a token, a key or a ticket. */
const RESERVED: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'gateway.vvm',
  'auth.login',
  'auth.loginV3',
  'auth.loginVe4',
  'auth.webLogin',
  'registration.register',
  'registration.webRegister',
  'passkey.signIn',
  'video.grant',
  'verification.verify',
  'auth.logout',
  'chatroom.anonJoin',
  'chatroom.webJoin',
  'chatroom.appJoin',
])

/** The transport API of the worker. Calls that arrive before the start has finished wait for it. */
class Transport implements WorkerApi<MessagePort> {
  readonly #dependencies: TransportDependencies
  readonly #ready: Promise<Engine>
  readonly #deadlines = new Map<string, Deadline>()
  #resolveReady: (engine: Engine) => void = () => undefined
  #engine: Promise<Engine> | null = null
  #starting: Promise<Result<StartReport>> | null = null

  constructor(dependencies: TransportDependencies) {
    this.#dependencies = dependencies
    this.#ready = new Promise((resolve) => (this.#resolveReady = resolve))
  }

  start(options: StartOptions, callbacks: PageCallbacks): Promise<Result<StartReport>> {
    this.#starting ??= this.#start(options, callbacks).finally(() => (this.#starting = null))
    return this.#starting
  }

  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<Result<PackedOf<Name>>> {
    if (!isKnown(name)) return this.#missingUrl()
    if (RESERVED.has(name)) return failureOf(CODES.PARAM_ERROR)
    const endpoint = ENDPOINTS[name]
    const { callId, idempotencyKey: key, memberId, isRepeat, isGo } = options
    const onTimeout = (late: Failure) => (isRepeat === true ? this.#leavePending(name, options, late) : late)
    return this.#withDeadline(endpoint.timeoutMs, callId, onTimeout, async (engine, deadline) => {
      const result = endpoint.idempotent
        ? await engine.money.call(name, params, deadline, { key, memberId, isRepeat })
        : await engine.network.call(name, params, deadline)
      if (!result.ok) engine.outcomes.announce(result, endpoint.path, isGo)
      return packed(name, result)
    })
  }

  async upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    { callId, isGo }: CallOptions,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Result<DataOf<Name>>> {
    if (!isKnown(name)) return this.#missingUrl()
    const endpoint = ENDPOINTS[name]
    const onTimeout = (late: Failure) => late
    return this.#withDeadline(endpoint.timeoutMs, callId, onTimeout, async (engine, deadline) => {
      const result = await engine.caller.upload(name, params, files, onProgress, deadline)
      if (!result.ok) engine.outcomes.announce(result, endpoint.path, isGo)
      return result
    })
  }

  async abort(callId: string): Promise<void> {
    this.#deadlines.get(callId)?.abort()
  }

  async trackUnresolvedCall(call: UnresolvedCall): Promise<void> {
    const { money } = await this.#ready
    money.trackUnresolved(call)
  }

  async completeVerification(result: VerificationResult): Promise<Result<null>> {
    const { gate } = await this.#ready
    return gate.complete(result)
  }

  async closeVerification(): Promise<void> {
    const { gate } = await this.#ready
    gate.close()
  }

  async encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>> {
    return success(captchaText(text, secretKey))
  }

  async offlineGeetest(challenge: string): Promise<Result<GeetestProof>> {
    return success(offlineGeetest(challenge))
  }

  async adoptStoredSession(endedBy: number | null): Promise<void> {
    const { storedSession } = await this.#ready
    await storedSession.follow(endedBy)
  }

  async signIn(credentials: Credentials): Promise<Result<SignInReport>> {
    const { signing, outcomes } = await this.#ready
    const result = await signIn(signing, credentials)
    if (!result.ok) outcomes.announce(result, ENDPOINTS['auth.login'].path)
    return result
  }

  async signInWith<Name extends SignInCall>(name: Name, params: RequestOf<Name>): Promise<Result<SignInReport>> {
    const { signing, outcomes } = await this.#ready
    const result = await signInWith(signing, name, params)
    if (!result.ok) outcomes.announce(result, ENDPOINTS[name].path)
    return result
  }

  async signOut(): Promise<Result<null>> {
    const { signing } = await this.#ready
    return signOut(signing)
  }

  async enterRoom(
    { chatRoomNo, position }: { chatRoomNo: string; position?: FeedPosition },
    port: MessagePort,
  ): Promise<Result<RoomEntered>> {
    const { rooms } = await this.#ready
    port.onmessage = (event: MessageEvent<unknown>) => {
      if (isControl(event.data)) rooms.control(chatRoomNo, event.data)
    }
    return rooms.enter(chatRoomNo, position ?? null, port)
  }

  async leaveRoom(chatRoomNo: string): Promise<void> {
    const { rooms } = await this.#ready
    rooms.leave(chatRoomNo)
  }

  async say(message: SayMessage): Promise<Result<{ id: string; seq: number }>> {
    const { rooms } = await this.#ready
    return rooms.say(message)
  }

  async olderRows(chatRoomNo: string, beforeSeq: number): Promise<Result<OlderRows>> {
    const { rooms } = await this.#ready
    return rooms.older(chatRoomNo, beforeSeq)
  }

  async setPageState(state: { visible: boolean; online: boolean }): Promise<void> {
    const engine = await this.#ready
    engine.setPageState(state)
  }

  async ping(): Promise<number> {
    return this.#dependencies.now()
  }

  async stats(): Promise<TransportStats> {
    if (!this.#engine) return { ...newCounters(), reconnects: 0, clockOffsetMs: 0, roundTripMs: 0, queueLength: 0 }
    return (await this.#engine).stats()
  }

  async #start(options: StartOptions, callbacks: PageCallbacks): Promise<Result<StartReport>> {
    this.#engine ??= this.#createEngine(options, callbacks)
    const engine = await this.#engine
    const report = await engine.start()
    this.#resolveReady(engine)
    return report
  }

  async #createEngine(options: StartOptions, callbacks: PageCallbacks): Promise<Engine> {
    const backend = await this.#dependencies.crypto()
    const notify = (notice: TransportNotice) => callbacks.notify(notice)
    const storage = reliableStorage(callbacks.storage, () => notify({ type: 'storage-failed' }))
    const identity = await clientIdentity(options, backend, storage)
    return new Engine(this.#dependencies, backend, identity, { storage, notify })
  }

  /** Runs a call with a deadline, after the start has finished. `callId` makes it abortable. */
  async #withDeadline<Data>(
    timeoutMs: number,
    callId: string | undefined,
    onTimeout: (late: Failure) => Failure,
    run: (engine: Engine, deadline: Deadline) => Promise<Result<Data>>,
  ): Promise<Result<Data>> {
    const deadline = new Deadline(this.#dependencies, timeoutMs)
    if (callId !== undefined) this.#deadlines.set(callId, deadline)
    try {
      const engine = await deadline.guard(this.#ready)
      return engine ? await run(engine, deadline) : onTimeout(deadline.failure(true))
    } finally {
      deadline.finish()
      if (callId !== undefined) this.#deadlines.delete(callId)
    }
  }

  /** Settled 7: a money call that was sent before may be booked, also if this worker has not started. */
  #leavePending(endpoint: EndpointName, { idempotencyKey, memberId }: CallOptions, late: Failure): Failure {
    if (idempotencyKey === undefined) return late
    if (memberId !== undefined) void this.trackUnresolvedCall({ endpoint, idempotencyKey, memberId })
    return pendingFailure(late, idempotencyKey)
  }

  /** S8.21: failure of an unknown endpoint. */
  async #missingUrl(): Promise<Failure> {
    const missing = failureOf(CODES.MISSING_URL)
    void this.#ready.then((engine) => engine.outcomes.announce(missing, ''))
    return missing
  }
}

/** Creates the transport on injected dependencies: in a worker, in Node, or in tests. */
export function createTransport(dependencies: TransportDependencies): WorkerApi<MessagePort> {
  return new Transport(dependencies)
}

function isKnown(name: EndpointName): boolean {
  return Object.hasOwn(ENDPOINTS, name)
}

function isControl(value: unknown): value is FeedControl {
  if (typeof value !== 'object' || value === null) return false
  const { type, seq, credits } = value as Partial<Record<string, unknown>>
  return type === 'applied' && typeof seq === 'number' && typeof credits === 'number' && credits >= 0
}

/** Keys whose loss is reported: the session, and money calls with unknown outcome. */
const REPORTED_KEYS: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token', 'pendingTx'])

/**
 * Wraps the page's storage so that it never rejects. Calls `onFailed` once if storage is full or forbidden. The page then
 * holds the value in memory until it is closed.
 */
function reliableStorage(storage: StorageAdapter, onFailed: () => void): StorageAdapter {
  let hasFailed = false
  return {
    get: (key) => storage.get(key).catch(() => null),
    async set(key, value) {
      const isStored = await storage.set(key, value).catch(() => false)
      if (!isStored && REPORTED_KEYS.has(key) && !hasFailed) {
        hasFailed = true
        onFailed()
      }
      return isStored
    },
    remove: (key, endedBy) => storage.remove(key, endedBy).catch(() => undefined),
  }
}

const UUID_BYTES = 16

/** Annex F: the id of this browser. It is created once and stored. */
async function deviceId(backend: CryptoBackend, storage: StorageAdapter): Promise<string> {
  const stored = await storage.get('uuid')
  if (stored !== null && /^[A-Za-z0-9-]{8,64}$/.test(stored)) return stored
  const uuid = toHex(backend.random(UUID_BYTES))
  await storage.set('uuid', uuid)
  return uuid
}

/** Combines the start options with the stored device id and language. */
export async function clientIdentity(
  options: StartOptions,
  backend: CryptoBackend,
  storage: StorageAdapter,
): Promise<ClientIdentity> {
  const uuid = await deviceId(backend, storage)
  return { options, uuid, language: readLanguage(await storage.get('language')) }
}
