import type { SessionEnd } from '#protocol/room/server-events.ts'
import type { SealedFrame } from '#protocol/room/frame.ts'
import type { ConnectionState } from '#protocol/worker/notices.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Pause } from '../dependencies.ts'
import { Backoff } from './backoff.ts'
import type { Link, LinkRole } from './socket-connection.ts'
import { openLink } from './socket-connection.ts'

export interface ConnectionContext {
  readonly dependencies: TransportDependencies
  /** The line in use; a link on another one is replaced (S8.17). */
  origin(): string
  /** A link there has broken, or none can be opened. */
  onUnreachable(origin: string): void
  /** False = nobody needs a link. */
  isWanted(): boolean
  role(): LinkRole
  /** A link is there: enter the rooms on it. True when all are on it, false when the link has ended before that. */
  onUp(link: Link): Promise<boolean>
  onDown(): void
  onFrame(frame: SealedFrame): void
  onBadFrame(): void
  onSessionEnd(reason: SessionEnd, token: string): void
  onState(state: ConnectionState): void
}

const STALE_ATTEMPT_MS = 1_000

/**
 * Keeps one link in the caller's role: reconnects with backoff (settled 36), and changes the role by following on the
 * new link before the old one is left.
 */
export class Connection {
  isVisible = true
  isOnline = true
  reconnects = 0
  private current: Link | null = null
  /** The last link that all rooms were on; its successor may be there already while they move. */
  private settled: Link | null = null
  private isRunning = false
  private wasUp = false
  private state: ConnectionState | null = null
  private readonly backoff: Backoff
  private readonly pause: Pause
  private changeRole: () => void = () => undefined
  /** Gives up the attempt that is being made. */
  private abandon: (() => void) | null = null
  private attemptedAt = 0
  private attemptedOrigin = ''
  private readonly waiting = new Set<() => void>()

  constructor(private readonly context: ConnectionContext) {
    const { dependencies } = context
    this.backoff = new Backoff(() => dependencies.random())
    this.pause = new Pause((task, delayMs) => dependencies.setTimer(task, delayMs))
  }

  get link(): Link | null {
    return this.current?.isUp ? this.current : null
  }

  /** Runs while a link is wanted; safe to call again. */
  start(): void {
    if (this.isRunning) return
    this.isRunning = true
    void this.run().finally(() => {
      this.isRunning = false
      if (this.context.isWanted()) this.start()
    })
  }

  /** The role, the line or what is wanted may have changed. An attempt on a line that was left is given up. */
  reconsider(): void {
    this.changeRole()
    if (this.attemptedOrigin === this.context.origin()) return
    this.abandon?.()
    this.pause.wake()
  }

  /** Tries again at once: the page became visible or the network came back. */
  hurry(): void {
    this.backoff.reset()
    this.pause.wake()
    // An attempt from before may hang in a network that is gone; a clock that was set says nothing about its age.
    const age = this.context.dependencies.now() - this.attemptedAt
    if (age < 0 || age > STALE_ATTEMPT_MS) this.abandon?.()
  }

  /** The link in the caller's role with all rooms on it, or null when there is none within `waitMs`. */
  async whenUp(waitMs: number): Promise<Link | null> {
    if (this.settledLink) return this.settledLink
    await new Promise<void>((resolve) => {
      const finish = () => {
        cancel()
        this.waiting.delete(finish)
        resolve()
      }
      const cancel = this.context.dependencies.setTimer(finish, waitMs)
      this.waiting.add(finish)
    })
    // A link on a line that was left is better than none.
    const { settled } = this
    return settled?.isUp && isSameRole(settled.role, this.context.role()) ? settled : null
  }

  private get settledLink(): Link | null {
    const { settled } = this
    return settled?.isUp && this.isRight(settled) ? settled : null
  }

  /** In the role and on the line that are wanted now. */
  private isRight({ role, origin }: Link): boolean {
    return isSameRole(role, this.context.role()) && origin === this.context.origin()
  }

  private async run(): Promise<void> {
    while (this.context.isWanted()) {
      const role = this.context.role()
      if (this.link && this.isRight(this.link)) await this.stay(this.link)
      else await this.attempt(role)
    }
    this.current?.close()
    this.current = null
    // Nobody needs a link: there is nothing to wait for or to be cut off from.
    this.wasUp = false
    if (this.isOnline) this.tell('online')
  }

  /** Waits until the link ends or the role changes. */
  private async stay(link: Link): Promise<void> {
    const change = new Promise<void>((resolve) => (this.changeRole = resolve))
    // A change between the look and the listening would be missed.
    if (!this.context.isWanted() || !this.isRight(link)) return
    await Promise.race([link.ended, change])
    if (link.isUp) return
    this.context.onDown()
    this.context.onUnreachable(link.origin)
    this.tell(this.isOnline ? 'recovering' : 'offline')
    await this.pause.wait(this.backoff.next(this.isVisible))
  }

  private async attempt(role: LinkRole): Promise<void> {
    const { context } = this
    if (!this.link) this.tell(this.wasUp ? 'recovering' : 'connecting')
    const listener = {
      frame: (frame: SealedFrame) => context.onFrame(frame),
      badFrame: () => context.onBadFrame(),
      sessionEnd: (reason: SessionEnd) => context.onSessionEnd(reason, role.token),
    }
    let isAbandoned = false
    const abandoned = new Promise<void>((resolve) => {
      this.abandon = () => {
        isAbandoned = true
        resolve()
      }
    })
    this.attemptedAt = context.dependencies.now()
    const origin = context.origin()
    this.attemptedOrigin = origin
    const link = await openLink(context.dependencies, origin, role, listener, abandoned)
    this.abandon = null
    if (!link) {
      if (isAbandoned) return
      context.onUnreachable(origin)
      if (!this.link) this.tell('offline')
      return this.pause.wait(this.backoff.next(this.isVisible))
    }
    const before = this.current
    const isReconnect = this.wasUp && !before?.isUp
    this.current = link
    const isComplete = await context.onUp(link)
    before?.close()
    if (!isComplete) {
      link.close()
      context.onDown()
      return this.pause.wait(this.backoff.next(this.isVisible))
    }
    if (isReconnect) this.reconnects += 1
    this.wasUp = true
    this.backoff.reset()
    this.settled = link
    this.tell('online')
  }

  private tell(state: ConnectionState): void {
    const isNew = this.state !== state
    this.state = state
    if (state === 'online') for (const finish of this.waiting) finish()
    if (isNew) this.context.onState(state)
  }
}

function isSameRole(left: LinkRole, right: LinkRole): boolean {
  return left.namespace === right.namespace && left.token === right.token
}
