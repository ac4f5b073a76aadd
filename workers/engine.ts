import type { CryptoBackend } from '#protocol/crypto.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { PageCallbacks, StartReport, TransportStats } from '#protocol/worker/api.ts'
import { ServerTime } from './clock/sync.ts'
import { compressor } from './compress.ts'
import { newCounters } from './counters.ts'
import type { PageState, TransportDependencies } from './dependencies.ts'
import type { Caller } from './http/caller.ts'
import { Money } from './http/money.ts'
import { Network } from './http/network.ts'
import type { ClientIdentity } from './http/seal-request.ts'
import { VerificationGate } from './http/verification-gate.ts'
import { Outcomes } from './session/outcomes.ts'
import { PendingCalls } from './session/pending-calls.ts'
import { Session } from './session/session.ts'
import type { SignInContext } from './session/sign-in.ts'
import { StoredSession } from './session/stored-session.ts'
import { Rooms } from './socket/rooms.ts'

/** Creates and connects the parts of the transport: clock, session, calls, money calls, rooms. */
export class Engine {
  readonly network: Network
  readonly caller: Caller
  readonly money: Money
  readonly rooms: Rooms
  readonly outcomes: Outcomes
  readonly signing: SignInContext
  readonly storedSession: StoredSession
  readonly gate: VerificationGate
  readonly #backend: CryptoBackend
  readonly #time: ServerTime
  readonly #session: Session
  readonly #counters = newCounters()
  readonly #page: PageState = { isVisible: true, isOnline: true }

  constructor(
    dependencies: TransportDependencies,
    backend: CryptoBackend,
    identity: ClientIdentity,
    { storage, notify }: PageCallbacks,
  ) {
    this.#backend = backend
    const page = this.#page
    const { options } = identity
    const time = new ServerTime(
      dependencies,
      async () => (await this.caller.call('gateway.getSysTime', {})).ok,
      (offsetMs) => notify({ type: 'clock', offsetMs }),
      () => this.network.refreshOrigins(),
    )
    const { clock } = time
    const session = new Session({
      dependencies,
      clock,
      storage,
      notify,
      onChange: (isNewToken) => this.#sessionChanged(isNewToken),
    })
    const outcomes = new Outcomes(session, notify)
    const gate = new VerificationGate({
      dependencies,
      clock,
      notify,
      verify: (result) => this.caller.call('verification.verify', result),
    })
    const common = { dependencies, backend, compressor, clock, session, storage, outcomes, page, notify }
    const network = new Network({
      ...common,
      identity,
      gate,
      onOrigin: (origin, isFirst) => {
        notify({ type: 'origin', origin, isFirst })
        this.rooms.connection.update()
      },
    })
    const { caller } = network
    this.money = new Money({
      ...common,
      caller,
      pending: new PendingCalls(dependencies, storage, clock),
      isSecret: (name) => ENDPOINTS[name].secret,
      memberId: () => session.memberId ?? '',
    })
    this.rooms = new Rooms({ ...common, caller, network, counters: this.#counters, clientType: options.clientType })
    this.signing = { ...common, caller, appVersion: options.appVersion, siteId: options.siteId }
    this.storedSession = new StoredSession(this.signing)
    this.#time = time
    this.#session = session
    this.outcomes = outcomes
    this.gate = gate
    this.network = network
    this.caller = caller
  }

  /** Performs the handshake, restores the session and starts the clock. May be repeated after a failure. */
  async start(): Promise<Result<StartReport>> {
    await this.storedSession.useStoredToken()
    const keys = await this.network.start()
    if (!keys.ok) {
      this.outcomes.refused(keys, '', ENDPOINTS['gateway.vvm'].path)
      return keys
    }
    const restored = await this.storedSession.restore()
    if (!restored.ok) return restored
    this.#time.start()
    this.network.refreshOrigins()
    this.money.settle()
    const session = this.#session.state
    return success({ session, clockOffsetMs: this.#time.clock.offsetMs, cryptoBackend: this.#backend.name })
  }

  /** Sets the state of the page. When it becomes visible or online, everything that waits is retried (settled 36). */
  setPageState({ visible, online }: { visible: boolean; online: boolean }): void {
    const page = this.#page
    const isBack = (visible && !page.isVisible) || (online && !page.isOnline)
    page.isVisible = visible
    page.isOnline = online
    if (!isBack) return
    this.#session.checkExpiry()
    this.rooms.reconnectNow()
    void this.rooms.probe()
    this.money.settle()
    this.#time.refresh()
  }

  stats(): TransportStats {
    return {
      ...this.#counters,
      reconnects: this.rooms.connection.reconnects,
      clockOffsetMs: this.#time.clock.offsetMs,
      roundTripMs: this.#time.clock.roundTripMs,
      queueLength: this.rooms.waitingRows,
    }
  }

  #sessionChanged(isNewToken: boolean): void {
    if (isNewToken) {
      this.network.reset()
      this.gate.reset()
    }
    this.rooms.roleChanged()
    if (this.#session.state) this.money.settle()
  }
}
