import { CODES, codeText } from '#protocol/codes.ts'
import { SESSION_WARNING_MS } from '#protocol/constants.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter, StoredKey } from '#protocol/worker/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'

interface SessionState {
  readonly member: Member
  /** Epoch milliseconds on the server clock. */
  readonly expireAt: number
}

/** Annex F: keys that are removed with the session, besides the token. Pending money calls stay (settled 7). */
const REMOVED_WITH_SESSION: readonly StoredKey[] = ['i_code', 'r_code', 'newsDomains', 'errCount', 'dc']

interface SessionContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly clock: Clock
  readonly storage: StorageAdapter
  notify(notice: TransportNotice): void
  /** Called after the signed-in member has changed, before the page is notified. `isNewToken`: new keys are needed. */
  onChange(isNewToken: boolean): void
}

/** The signed-in member. The token is held here and in the page's storage. Page code never gets it. */
export class Session {
  readonly #context: SessionContext
  readonly #expiry: Expiry
  #token = ''
  #state: SessionState | null = null
  #isLeaving = false

  constructor(context: SessionContext) {
    this.#context = context
    this.#expiry = new Expiry({
      dependencies: context.dependencies,
      clock: context.clock,
      onWarning: (expireAt) => context.notify({ type: 'session-expiring', expireAt }),
      onEnd: () => void this.close(CODES.AUTH_ERROR),
    })
  }

  get token(): string {
    return this.#token
  }

  get state(): SessionState | null {
    return this.#state
  }

  /** Public id of the signed-in member, or null. */
  get memberId(): string | null {
    return this.#state?.member.userId ?? null
  }

  /** Uses a stored token before it is confirmed, so that the call that restores the session can carry it. */
  useToken(token: string): void {
    if (token !== this.#token) this.#set(token, null)
  }

  /** Restores the session after the server has accepted the token. */
  confirm(state: SessionState): void {
    this.#set(this.#token, state)
    this.#started(state)
  }

  /** Opens a session after sign-in. The token is stored before the page is notified. */
  async open(token: string, state: SessionState): Promise<void> {
    this.#set(token, state)
    await this.#context.storage.set('tb-token', token)
    // The session may have ended while the token was being stored.
    if (this.#state === state) this.#started(state)
  }

  /** Begins a sign-out: removes the token for all tabs. The server's end of this session is not reported. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#removeToken(this.#token)
  }

  /** Ends the session. `code` is the reason that the page shows. Null means that the member has signed out. */
  async close(code: number | null, message = '', path = ''): Promise<void> {
    if (this.#token === '') return
    const isReported = code !== null && !this.#isLeaving
    const token = this.#token
    this.#set('', null)
    const { storage } = this.#context
    const removals = REMOVED_WITH_SESSION.map((key) => storage.remove(key))
    await Promise.all([this.#removeToken(token, isReported ? code : undefined), ...removals])
    if (isReported) {
      this.#context.notify({ type: 'outcome', code, message: message === '' ? codeText(code) : message, path })
    }
    this.notifyPage()
  }

  /** Checks the expiry now, because timers do not run while a device sleeps. */
  checkExpiry(): void {
    this.#expiry.check()
  }

  /** Notifies the page of the signed-in member. */
  notifyPage(): void {
    this.#context.notify({ type: 'session', session: this.#state })
  }

  #set(token: string, state: SessionState | null): void {
    const isNewToken = token !== this.#token
    this.#token = token
    this.#state = state
    if (isNewToken) {
      this.#isLeaving = false
      this.#expiry.stop()
    }
    this.#context.onChange(isNewToken)
  }

  /** Removes the stored token, unless another tab has stored a newer one. */
  async #removeToken(token: string, endedBy?: number): Promise<void> {
    const { storage } = this.#context
    if ((await storage.get('tb-token')) === token) await storage.remove('tb-token', endedBy)
  }

  #started(state: SessionState): void {
    this.notifyPage()
    this.#expiry.watch(state.expireAt)
  }
}

/** Timers are renewed this often, because the clock may be set while they run. */
const CHECK_INTERVAL_MS = HOUR_MS

interface ExpiryContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly clock: Clock
  onWarning(expireAt: number): void
  onEnd(): void
}

/** S9.20: warns once before the session expires and ends it at its expiry, on the server clock. */
export class Expiry {
  readonly #context: ExpiryContext
  #expireAt = Number.POSITIVE_INFINITY
  #hasWarned = false
  #cancelTimer: () => void = () => undefined

  constructor(context: ExpiryContext) {
    this.#context = context
  }

  /** `expireAt` is in epoch milliseconds of the server clock. */
  watch(expireAt: number): void {
    this.#expireAt = expireAt
    this.check()
  }

  stop(): void {
    this.#cancelTimer()
    this.#expireAt = Number.POSITIVE_INFINITY
    this.#hasWarned = false
  }

  check(): void {
    this.#cancelTimer()
    const expireAt = this.#expireAt
    if (expireAt === Number.POSITIVE_INFINITY) return
    const remainingMs = expireAt - this.#context.clock.now()
    if (remainingMs <= 0) return this.#context.onEnd()
    const isSoon = remainingMs <= SESSION_WARNING_MS
    if (isSoon && !this.#hasWarned) {
      this.#hasWarned = true
      this.#context.onWarning(expireAt)
    }
    const delayMs = Math.min(Math.ceil(isSoon ? remainingMs : remainingMs - SESSION_WARNING_MS), CHECK_INTERVAL_MS)
    this.#cancelTimer = this.#context.dependencies.setTimer(() => this.check(), delayMs)
  }
}
