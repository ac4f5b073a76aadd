import type { CryptoBackend } from '#protocol/crypto.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StartReport, PageCallbacks, TransportStats } from '#protocol/worker/api.ts'
import { ServerTime } from './clock/sync.ts'
import { compressor } from './compress.ts'
import type { TransportDependencies } from './dependencies.ts'
import { newCounters } from './feed/counters.ts'
import type { Caller } from './http/caller.ts'
import { Money } from './http/money.ts'
import { Network } from './http/network.ts'
import type { ClientIdentity } from './http/seal-request.ts'
import { Outcomes } from './session/outcomes.ts'
import { PendingCalls } from './session/pending-calls.ts'
import { Session } from './session/session.ts'
import type { SignInContext } from './session/sign-in.ts'
import { StoredSession } from './session/stored-session.ts'
import type { LinkRole } from './socket/socket-connection.ts'
import { joinPathName } from './socket/room-join.ts'
import { Rooms } from './socket/rooms.ts'
import { VerificationGate } from './http/verification-gate.ts'

/** All parts of a transport, joined: clock, keys, session, calls, rooms. The parts know each other only through here. */
export class Engine {
  readonly network: Network
  readonly caller: Caller
  readonly money: Money
  readonly rooms: Rooms
  readonly outcomes: Outcomes
  readonly signing: SignInContext
  readonly storedSession: StoredSession
  readonly verification: VerificationGate
  private readonly time: ServerTime
  private readonly session: Session
  private readonly counters = newCounters()

  constructor(
    dependencies: TransportDependencies,
    private readonly backend: CryptoBackend,
    private readonly identity: ClientIdentity,
    links: PageCallbacks,
  ) {
    const notify = (notice: TransportNotice) => links.notify(notice)
    const storage = () => links.storage
    const time = new ServerTime(
      dependencies,
      async () => (await this.caller.call('gateway.getSysTime', {})).ok,
      (offsetMs) => notify({ type: 'clock', offsetMs }),
      () => this.network.lookAround(),
    )
    const { clock } = time
    const serverNow = () => clock.now()
    const session = new Session({ dependencies, clock, storage, notify, onChange: (isNew) => this.adopt(isNew) })
    const outcomes = new Outcomes(session, notify)
    this.verification = new VerificationGate({
      dependencies,
      serverNow,
      notify,
      verify: (result) => this.caller.call('verification.verify', result),
    })
    const network = new Network({
      dependencies,
      backend,
      compressor,
      identity,
      clock,
      safety: this.verification,
      storage,
      token: () => session.token,
      isOnline: () => this.rooms.connection.isOnline,
      onRefused: (refused, token, path) => outcomes.refused(refused, token, path),
      announce: (refused, path) => outcomes.announce(refused, path),
      onLine: (origin, isFirst) => {
        notify({ type: 'line', origin, isFirst })
        this.rooms.connection.reconsider()
      },
    })
    const { caller } = network
    const pending = new PendingCalls(dependencies, storage, serverNow)
    const memberId = () => session.state?.member.userId ?? ''
    const isSecret = (name: EndpointName) => ENDPOINTS[name].secret
    this.money = new Money({ dependencies, backend, caller, pending, isSecret, memberId, serverNow, notify })
    this.rooms = new Rooms({
      dependencies,
      backend,
      compressor,
      caller,
      counters: this.counters,
      origin: () => network.origin,
      onUnreachable: (origin) => network.doubt(origin),
      role: () => this.role(),
      ownId: () => session.state?.member.userId ?? null,
      onConnection: (state) => {
        notify({ type: 'connection', state })
        if (state === 'recovering' || state === 'offline') network.lost()
      },
      onSessionEnd: ({ code, message }, token) => outcomes.ended(code, message, token, 'socket'),
      onRoomOver: (chatRoomNo, { code, message }) => {
        const { path } = ENDPOINTS[joinPathName(this.role().namespace)]
        notify({ type: 'outcome', code, message, path, details: { chatRoomNo } })
      },
      onJoinRefused: (refused) => outcomes.announce(refused, ENDPOINTS[joinPathName(this.role().namespace)].path),
    })
    const { appVersion } = identity.options
    this.signing = { dependencies, backend, clock, caller, session, storage, appVersion }
    this.storedSession = new StoredSession(this.signing)
    this.time = time
    this.session = session
    this.outcomes = outcomes
    this.network = network
    this.caller = caller
  }

  /** Handshake, restored session, clock. May be repeated after a failure. */
  async start(): Promise<Result<StartReport>> {
    await this.storedSession.carry()
    const keys = await this.network.start()
    if (!keys.ok) {
      this.outcomes.refused(keys, '', ENDPOINTS['gateway.vvm'].path)
      return keys
    }
    const restored = await this.storedSession.restore()
    if (!restored.ok) return restored
    this.time.start()
    this.network.lookAround()
    this.money.settle()
    const session = this.session.state
    return success({ session, clockOffsetMs: this.time.clock.offsetMs, cryptoBackend: this.backend.name })
  }

  /** What a worker cannot see: coming back makes everything that waits try again at once (settled 36). */
  setPageState({ visible, online }: { visible: boolean; online: boolean }): void {
    const { connection } = this.rooms
    const isBack = (visible && !connection.isVisible) || (online && !connection.isOnline)
    connection.isVisible = visible
    connection.isOnline = online
    if (!isBack) return
    this.session.checkExpiry()
    this.rooms.hurry()
    void this.rooms.probe()
    this.money.settle()
    this.time.refresh()
  }

  stats(): TransportStats {
    return {
      ...this.counters,
      reconnects: this.rooms.connection.reconnects,
      clockOffsetMs: this.time.clock.offsetMs,
      roundTripMs: this.time.clock.roundTripMs,
      queueLength: this.rooms.waitingRows,
    }
  }

  /** S6.1-S6.4: visitors read, members speak, phones have a namespace of their own. */
  private role(): LinkRole {
    const { token, state } = this.session
    if (!state) return { namespace: 'anon', token: '' }
    return { namespace: this.identity.options.clientType === 1 ? 'web' : 'app', token }
  }

  private adopt(isNewToken: boolean): void {
    if (isNewToken) {
      this.network.reset()
      this.verification.reset()
    }
    this.rooms.roleChanged()
    if (this.session.state) this.money.settle()
  }
}
