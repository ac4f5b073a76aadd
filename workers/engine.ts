import { CODES } from '#protocol/codes.ts'
import { CLOCK_SYNC_INTERVAL_MS } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { StartReport, TransportStats, WorkerLinks } from '#protocol/worker-api.ts'
import { Clock } from './clock/clock.ts'
import { ClockSync } from './clock/sync.ts'
import { compressor } from './compress.ts'
import type { TransportDependencies } from './dependencies.ts'
import { newCounters } from './feed/counters.ts'
import { Caller } from './http/caller.ts'
import { Deadline } from './http/deadline.ts'
import type { FreshKeys } from './http/handshake.ts'
import { shakeHands } from './http/handshake.ts'
import { Keyring } from './http/keyring.ts'
import { LineErrors } from './http/lines.ts'
import { Money } from './http/money.ts'
import type { ClientIdentity } from './http/seal-request.ts'
import { concernsPage, endsSession } from './session/codes.ts'
import { PendingCalls } from './session/pending-calls.ts'
import { Session } from './session/session.ts'
import type { SignInContext } from './session/sign-in.ts'
import { restore } from './session/sign-in.ts'
import type { LinkRole } from './socket/link.ts'
import { joinPathName } from './socket/room-join.ts'
import { Rooms } from './socket/rooms.ts'

const CLOCK_NOTICE_MS = 0.5
const HANDSHAKE = ENDPOINTS['gateway.vvm']

/** All parts of a transport, joined: clock, keys, session, calls, rooms. The parts know each other only through here. */
export class Engine {
  readonly caller: Caller
  readonly money: Money
  readonly rooms: Rooms
  readonly signing: SignInContext
  private readonly clock: Clock
  private readonly session: Session
  private readonly counters = newCounters()
  private readonly keyring: Keyring
  private readonly sync: ClockSync
  private toldOffsetMs = Number.NaN
  private syncedAt = 0

  constructor(
    private readonly dependencies: TransportDependencies,
    private readonly backend: CryptoBackend,
    private readonly identity: ClientIdentity,
    private readonly links: WorkerLinks,
  ) {
    const now = () => dependencies.now()
    const storage = () => links.storage
    const notify = (notice: Parameters<WorkerLinks['notify']>[0]) => links.notify(notice)
    const clock = new Clock(now, (offsetMs) => this.tellOffset(offsetMs))
    const session = new Session({ dependencies, clock, storage, notify, onChange: (isNew) => this.adopt(isNew) })
    const keyring = new Keyring(now, () => this.shake())
    const lines = new LineErrors(storage)
    const caller = new Caller({
      dependencies,
      backend,
      compressor,
      identity,
      clock,
      keyring,
      lines,
      token: () => session.token,
      isOnline: () => this.rooms.connection.isOnline,
      onRefused: (refused, token, path) => this.refused(refused, token, path),
    })
    const serverNow = () => clock.now()
    const pending = new PendingCalls(dependencies, storage, serverNow)
    const memberId = () => session.state?.member.userId ?? ''
    this.money = new Money({ dependencies, backend, caller, pending, memberId, serverNow, notify })
    this.rooms = new Rooms({
      dependencies,
      backend,
      compressor,
      caller,
      counters: this.counters,
      origin: identity.options.origin,
      role: () => this.role(),
      ownId: () => session.state?.member.userId ?? null,
      onConnection: (state) => notify({ type: 'connection', state }),
      onSessionEnd: (reason, token) => {
        if (token === session.token) void session.close(reason.code, reason.message, 'socket')
      },
      onRoomOver: (chatRoomNo, { code, message }) => {
        const { path } = ENDPOINTS[joinPathName(this.role().namespace)]
        notify({ type: 'outcome', code, message, path, details: { chatRoomNo } })
      },
    })
    this.sync = new ClockSync(clock, dependencies, () => this.exchangeTime())
    this.signing = { backend, clock, caller, session, storage, appVersion: identity.options.appVersion }
    this.clock = clock
    this.session = session
    this.keyring = keyring
    this.caller = caller
  }

  /** Handshake, restored session, clock. May be repeated after a failure. */
  async start(): Promise<Result<StartReport>> {
    const keys = await this.keyring.current()
    if (!keys.ok) {
      this.refused(keys, '', HANDSHAKE.path)
      return keys
    }
    const restored = await restore(this.signing)
    if (!restored.ok) return restored
    this.sync.start()
    this.money.settle()
    const session = this.session.state
    return success({ session, clockOffsetMs: this.clock.offsetMs, cryptoBackend: this.backend.name })
  }

  /** Tells the page about an outcome that concerns more than the caller (requirements Annex A). */
  announce(outcome: Failure, path: string): void {
    if (!concernsPage(outcome.code)) return
    const { code, message, details } = outcome
    this.links.notify({ type: 'outcome', code, message, path, ...(details === undefined ? {} : { details }) })
  }

  /** What a worker cannot see: coming back makes everything that waits try again at once (settled 36). */
  setPageState({ visible, online }: { visible: boolean; online: boolean }): void {
    const { connection } = this.rooms
    const isBack = (visible && !connection.isVisible) || (online && !connection.isOnline)
    connection.isVisible = visible
    connection.isOnline = online
    if (!isBack) return
    connection.hurry()
    void this.rooms.probe()
    this.money.settle()
    if (this.dependencies.now() - this.syncedAt > CLOCK_SYNC_INTERVAL_MS) void this.sync.run()
  }

  stats(): TransportStats {
    return {
      ...this.counters,
      reconnects: this.rooms.connection.reconnects,
      clockOffsetMs: this.clock.offsetMs,
      roundTripMs: this.clock.roundTripMs,
      queueLength: this.rooms.waitingRows,
    }
  }

  private async shake(): Promise<Result<FreshKeys>> {
    const { dependencies, backend, clock } = this
    const deadline = new Deadline((task, delayMs) => dependencies.setTimer(task, delayMs), HANDSHAKE.timeoutMs)
    const context = { dependencies, backend, clock, options: this.identity.options }
    const result = await shakeHands(context, deadline.signal)
    deadline.finish()
    const isTrouble = !result.ok && result.code === CODES.NETWORK_FAILURE
    return isTrouble ? deadline.failure(this.rooms.connection.isOnline) : result
  }

  private async exchangeTime(): Promise<boolean> {
    const result = await this.caller.call('gateway.getSysTime', {})
    if (result.ok) this.syncedAt = this.dependencies.now()
    return result.ok
  }

  /** S6.1-S6.4: visitors read, members speak, phones have a namespace of their own. */
  private role(): LinkRole {
    const { token, state } = this.session
    if (!state) return { namespace: 'anon', token: '' }
    return { namespace: this.identity.options.clientType === 1 ? 'web' : 'app', token }
  }

  private adopt(isNewToken: boolean): void {
    if (isNewToken) this.keyring.reset()
    this.rooms.connection.reconsider()
    if (this.session.state) this.money.settle()
  }

  private refused({ code, message }: Failure, token: string, path: string): void {
    if (code === CODES.VERSION_MISMATCH) this.links.notify({ type: 'version-mismatch' })
    if (!endsSession(code)) return
    if (token !== '' && token === this.session.token) void this.session.close(code, message, path)
    else if (token === '') this.links.notify({ type: 'outcome', code, message, path })
  }

  private tellOffset(offsetMs: number): void {
    if (Math.abs(offsetMs - this.toldOffsetMs) < CLOCK_NOTICE_MS) return
    this.toldOffsetMs = offsetMs
    this.links.notify({ type: 'clock', offsetMs })
  }
}
