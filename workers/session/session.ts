import { CODES, codeText } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter, StoredKey } from '#protocol/worker/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { SESSION_WARNING_MS } from '#protocol/constants.ts'

export interface SessionState {
  readonly member: Member
  /** Epoch milliseconds on the server's clock. */
  readonly expireAt: number
}

/** Annex F: what goes with the session besides its token; money calls in flight survive it (settled 7). */
const CLEARED: readonly StoredKey[] = ['i_code', 'r_code', 'newsDomains', 'errCount', 'dc']

export interface SessionContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly clock: Clock
  storage(): StorageAdapter
  notify(notice: TransportNotice): void
  /** Who is signed in has changed: other room roles, and new keys when the token is a new one. Before the page is told. */
  onChange(isNewToken: boolean): void
}

/** The signed-in member. The token lives here and in the page's storage, nowhere else; the page never sees it. */
export class Session {
  private currentToken = ''
  private currentState: SessionState | null = null
  private isLeaving = false
  private readonly expiry: Expiry

  constructor(private readonly context: SessionContext) {
    this.expiry = new Expiry({
      dependencies: context.dependencies,
      clock: context.clock,
      onWarning: (expireAt) => context.notify({ type: 'session-expiring', expireAt }),
      onEnd: () => void this.close(CODES.AUTH_ERROR),
    })
  }

  get token(): string {
    return this.currentToken
  }

  get state(): SessionState | null {
    return this.currentState
  }

  /** Takes a token from storage on trial, so that the call that restores the session can carry it. */
  carry(token: string): void {
    if (token !== this.currentToken) this.become(token, null)
  }

  /** The carried token is good. */
  confirm(state: SessionState): void {
    this.become(this.currentToken, state)
    this.announce(state)
  }

  /** A new sign-in: in the page's storage before the page is told, until it ends. */
  async open(token: string, state: SessionState): Promise<void> {
    this.become(token, state)
    await this.context.storage().set('tb-token', token)
    // Somebody may have ended it while it was being stored.
    if (this.currentState === state) this.announce(state)
  }

  /** The member is going: other tabs hear it now, and what the server says about this end is no news. */
  async leave(): Promise<void> {
    this.isLeaving = true
    await this.forget(this.currentToken)
  }

  /** Ends the session here; `code` tells the page why, null means that the member left. */
  async close(code: number | null, message = '', path = ''): Promise<void> {
    if (this.currentToken === '') return
    const isNews = code !== null && !this.isLeaving
    const token = this.currentToken
    this.become('', null)
    const storage = this.context.storage()
    await Promise.all([this.forget(token, isNews ? code : undefined), ...CLEARED.map((key) => storage.remove(key))])
    if (isNews) {
      this.context.notify({ type: 'outcome', code, message: message === '' ? codeText(code) : message, path })
    }
    this.tell()
  }

  /** Looks at the clock now: timers do not run while a device sleeps. */
  checkExpiry(): void {
    this.expiry.look()
  }

  /** Tells the page who is signed in now. */
  tell(): void {
    this.context.notify({ type: 'session', session: this.currentState })
  }

  private become(token: string, state: SessionState | null): void {
    const isNewToken = token !== this.currentToken
    this.currentToken = token
    this.currentState = state
    if (isNewToken) {
      this.isLeaving = false
      this.expiry.stop()
    }
    this.context.onChange(isNewToken)
  }

  /** Another tab may have stored a newer token, which stays. */
  private async forget(token: string, endedBy?: number): Promise<void> {
    const storage = this.context.storage()
    if ((await storage.get('tb-token')) === token) await storage.remove('tb-token', endedBy)
  }

  private announce(state: SessionState): void {
    this.tell()
    this.expiry.watch(state.expireAt)
  }
}

/** Timers are looked at again this often, because a clock may be set while they run. */
const LOOK_EVERY_MS = 3_600_000

export interface ExpiryContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly clock: Clock
  onWarning(expireAt: number): void
  onEnd(): void
}

/** S9.20: warns once before the session's hour and ends it then, on the server's clock; the hour itself counts as past. */
export class Expiry {
  private expireAt = Number.POSITIVE_INFINITY
  private hasWarned = false
  private cancelTimer: () => void = () => undefined

  constructor(private readonly context: ExpiryContext) {}

  /** Epoch milliseconds on the server's clock. */
  watch(expireAt: number): void {
    this.expireAt = expireAt
    this.look()
  }

  /** Nobody is signed in any more, or somebody else. */
  stop(): void {
    this.cancelTimer()
    this.expireAt = Number.POSITIVE_INFINITY
    this.hasWarned = false
  }

  /** Looks at the clock now; a page that was asleep has missed its timers. */
  look(): void {
    this.cancelTimer()
    const { expireAt } = this
    if (expireAt === Number.POSITIVE_INFINITY) return
    const leftMs = expireAt - this.context.clock.now()
    if (leftMs <= 0) return this.context.onEnd()
    const isSoon = leftMs <= SESSION_WARNING_MS
    if (isSoon && !this.hasWarned) {
      this.hasWarned = true
      this.context.onWarning(expireAt)
    }
    const delayMs = Math.ceil(isSoon ? leftMs : leftMs - SESSION_WARNING_MS)
    this.cancelTimer = this.context.dependencies.setTimer(() => this.look(), Math.min(delayMs, LOOK_EVERY_MS))
  }
}
