import { CODES, codeText } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type {
  CallOptions,
  FeedControl,
  FeedPosition,
  FeedRow,
  RoomEntered,
  Say,
  StartOptions,
  StartReport,
  TransportStats,
  WorkerApi,
  WorkerLinks,
} from '#protocol/worker-api.ts'
import type { TransportDependencies } from './dependencies.ts'
import { Engine } from './engine.ts'
import { newCounters } from './feed/counters.ts'
import { Deadline } from './http/deadline.ts'
import { clientIdentity } from './identity.ts'
import type { SessionState } from './session/session.ts'
import { signIn, signOut } from './session/sign-in.ts'

/** Calls that only the transport itself makes: their answers hold a token, a key or a ticket. */
const RESERVED: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'gateway.vvm',
  'auth.login',
  'auth.logout',
  'chatroom.anonJoin',
  'chatroom.webJoin',
  'chatroom.appJoin',
])

/** The transport as the page sees it; calls that come before the start has finished wait for it. */
class Transport implements WorkerApi<MessagePort> {
  private engine: Promise<Engine> | null = null
  private starting: Promise<Result<StartReport>> | null = null
  private readonly ready: Promise<Engine>
  private beReady: (engine: Engine) => void = () => undefined
  private readonly deadlines = new Map<string, Deadline>()

  constructor(private readonly dependencies: TransportDependencies) {
    this.ready = new Promise((resolve) => (this.beReady = resolve))
  }

  start(options: StartOptions, links: WorkerLinks): Promise<Result<StartReport>> {
    this.starting ??= this.startOnce(options, links).finally(() => (this.starting = null))
    return this.starting
  }

  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    { callId, idempotencyKey }: CallOptions = {},
  ): Promise<Result<DataOf<Name>>> {
    if (!Object.hasOwn(ENDPOINTS, name) || RESERVED.has(name)) return refuse(CODES.PARAM_ERROR)
    const row = ENDPOINTS[name]
    const deadline = new Deadline((task, delayMs) => this.dependencies.setTimer(task, delayMs), row.timeoutMs)
    if (callId !== undefined) this.deadlines.set(callId, deadline)
    try {
      const engine = await deadline.guard(this.ready)
      if (!engine) return deadline.failure(true)
      const result = row.idempotent
        ? await engine.money.call(name, params, deadline, idempotencyKey)
        : await engine.caller.call(name, params, { deadline })
      if (!result.ok) engine.announce(result, row.path)
      return result
    } finally {
      deadline.finish()
      if (callId !== undefined) this.deadlines.delete(callId)
    }
  }

  abort(callId: string): Promise<void> {
    this.deadlines.get(callId)?.abort()
    return Promise.resolve()
  }

  async signIn(credentials: { name: string; password: string }): Promise<Result<SessionState>> {
    const engine = await this.ready
    const result = await signIn(engine.signing, credentials)
    if (!result.ok) engine.announce(result, ENDPOINTS['auth.login'].path)
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

  async say(message: Say): Promise<Result<{ id: string; seq: number }>> {
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

  private async build(options: StartOptions, links: WorkerLinks): Promise<Engine> {
    const backend = await this.dependencies.crypto()
    const identity = await clientIdentity(options, backend, links.storage)
    return new Engine(this.dependencies, backend, identity, links)
  }

  private async startOnce(options: StartOptions, links: WorkerLinks): Promise<Result<StartReport>> {
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
  const { type, count, seq } = value as Partial<Record<string, unknown>>
  return type === 'credit' ? typeof count === 'number' && count > 0 : type === 'applied' && typeof seq === 'number'
}

function refuse(code: number): Failure {
  return failure(code, codeText(code))
}
