import type { ConnectionState } from '#protocol/worker/notices.ts'
import { type PageState, Pause, type TransportDependencies } from '../dependencies.ts'
import { Backoff } from './backoff.ts'
import type { ConnectionRole, SocketConnection, SocketContext } from './socket-connection.ts'
import { isSameRole, openConnection } from './socket-connection.ts'

/** Owner of the connection. Implemented by `Rooms`. */
export interface ConnectionOwner {
  /** Origin to connect to. A connection to another origin is replaced (S8.17). */
  readonly origin: string
  readonly role: ConnectionRole
  /** False while no connection is needed. */
  readonly isConnectionNeeded: boolean
  /** Joins the rooms on a new connection. Returns false if it closed before all had joined. */
  onConnected(connection: SocketConnection): Promise<boolean>
  onDisconnected(): void
  /** Called after a connection has closed or could not be opened. */
  onUnreachable(origin: string): void
  onState(state: ConnectionState): void
}

interface ConnectionManagerContext extends SocketContext {
  readonly dependencies: TransportDependencies
  readonly page: Readonly<PageState>
}

/** An attempt older than this is abandoned when the page becomes visible or online. */
const STALE_ATTEMPT_MS = 1_000

/**
 * Keeps one connection open in the current role. Reconnects with backoff (settled 36). When role or origin change, the
 * rooms join on the new connection before the old one is closed.
 */
export class ConnectionManager {
  reconnects = 0
  readonly #context: ConnectionManagerContext
  readonly #owner: ConnectionOwner
  readonly #backoff: Backoff
  readonly #pause: Pause
  readonly #waiting = new Set<() => void>()
  #current: SocketConnection | null = null
  /** The last connection that all rooms have joined. */
  #ready: SocketConnection | null = null
  #isRunning = false
  #wasConnected = false
  #state: ConnectionState | null = null
  #wake: () => void = () => undefined
  #abandonAttempt: (() => void) | null = null
  #attemptedAt = 0
  #attemptedOrigin = ''

  constructor(context: ConnectionManagerContext, owner: ConnectionOwner) {
    this.#context = context
    this.#owner = owner
    this.#backoff = new Backoff(() => context.dependencies.random())
    this.#pause = new Pause(context.dependencies)
  }

  get current(): SocketConnection | null {
    return this.#current?.isOpen ? this.#current : null
  }

  /** Connects and reconnects while a connection is needed. Has no effect if it is running. */
  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run().finally(() => {
      this.#isRunning = false
      if (this.#owner.isConnectionNeeded) this.start()
    })
  }

  /** Applies a change of role, origin or need. Abandons an attempt at an origin that is not current any more. */
  update(): void {
    this.#wake()
    if (this.#attemptedOrigin === this.#owner.origin) return
    this.#abandonAttempt?.()
    this.#pause.wake()
  }

  /** Reconnects at once, after the page became visible or online. */
  reconnectNow(): void {
    this.#backoff.reset()
    this.#pause.wake()
    // An old attempt may hang in a network that was lost. A negative age means that the clock was set.
    const ageMs = this.#context.dependencies.now() - this.#attemptedAt
    if (ageMs < 0 || ageMs > STALE_ATTEMPT_MS) this.#abandonAttempt?.()
  }

  /** Resolves to the connection that all rooms have joined, or to null if there is none within `timeoutMs`. */
  async waitUntilReady(timeoutMs: number): Promise<SocketConnection | null> {
    const ready = this.#ready
    if (ready?.isOpen && this.#isUpToDate(ready)) return ready
    await new Promise<void>((resolve) => {
      const finish = () => {
        cancelTimer()
        this.#waiting.delete(finish)
        resolve()
      }
      const cancelTimer = this.#context.dependencies.setTimer(finish, timeoutMs)
      this.#waiting.add(finish)
    })
    // A connection to an earlier origin is better than none.
    const latest = this.#ready
    return latest?.isOpen && isSameRole(latest.role, this.#owner.role) ? latest : null
  }

  #isUpToDate({ role, origin }: SocketConnection): boolean {
    return isSameRole(role, this.#owner.role) && origin === this.#owner.origin
  }

  async #run(): Promise<void> {
    while (this.#owner.isConnectionNeeded) {
      const { role } = this.#owner
      const { current } = this
      if (current && this.#isUpToDate(current)) await this.#waitForChange(current)
      else await this.#connect(role)
    }
    this.#current?.close()
    this.#current = null
    // Without a room, no connection is needed and the state is online.
    this.#wasConnected = false
    if (this.#context.page.isOnline) this.#setState('online')
  }

  /** Waits until the connection closes or {@link update} is called. */
  async #waitForChange(connection: SocketConnection): Promise<void> {
    const change = new Promise<void>((resolve) => (this.#wake = resolve))
    // Something may have changed before `#wake` was set.
    if (!this.#owner.isConnectionNeeded || !this.#isUpToDate(connection)) return
    await Promise.race([connection.closed, change])
    if (connection.isOpen) return
    this.#owner.onDisconnected()
    this.#owner.onUnreachable(connection.origin)
    this.#setState(this.#context.page.isOnline ? 'recovering' : 'offline')
    await this.#wait()
  }

  async #connect(role: ConnectionRole): Promise<void> {
    const owner = this.#owner
    if (!this.current) this.#setState(this.#wasConnected ? 'recovering' : 'connecting')
    let isAbandoned = false
    const abandoned = new Promise<void>((resolve) => {
      this.#abandonAttempt = () => {
        isAbandoned = true
        resolve()
      }
    })
    const { origin } = owner
    this.#attemptedAt = this.#context.dependencies.now()
    this.#attemptedOrigin = origin
    const connection = await openConnection(this.#context, origin, role, abandoned)
    this.#abandonAttempt = null
    if (!connection) {
      if (isAbandoned) return
      owner.onUnreachable(origin)
      if (!this.current) this.#setState('offline')
      return this.#wait()
    }
    const previous = this.#current
    const isReconnect = this.#wasConnected && !previous?.isOpen
    this.#current = connection
    const isComplete = await owner.onConnected(connection)
    previous?.close()
    if (!isComplete) {
      connection.close()
      owner.onDisconnected()
      return this.#wait()
    }
    if (isReconnect) this.reconnects += 1
    this.#wasConnected = true
    this.#backoff.reset()
    this.#ready = connection
    this.#setState('online')
  }

  #wait(): Promise<void> {
    return this.#pause.wait(this.#backoff.next(this.#context.page.isVisible))
  }

  #setState(state: ConnectionState): void {
    const isNew = this.#state !== state
    this.#state = state
    if (state === 'online') for (const finish of this.#waiting) finish()
    if (isNew) this.#owner.onState(state)
  }
}
