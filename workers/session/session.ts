import { CODES, codeText } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { StorageAdapter, StoredKey, TransportNotice } from '#protocol/worker-api.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'

export interface SessionState {
  readonly member: Member
  /** Epoch milliseconds on the server's clock. */
  readonly expireAt: number
}

/** Annex F: what is stored about a member and goes with the session; money calls in flight survive it (settled 7). */
const CLEARED: readonly StoredKey[] = ['tb-token', 'i_code', 'r_code', 'newsDomains', 'errCount', 'dc']

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
  private cancelExpiry: (() => void) | null = null

  constructor(private readonly context: SessionContext) {}

  get token(): string {
    return this.currentToken
  }

  get state(): SessionState | null {
    return this.currentState
  }

  /** Takes a token from storage on trial, so that the call that restores the session can carry it. */
  carry(token: string): void {
    this.currentToken = token
  }

  /** The carried token is good. */
  confirm(state: SessionState): void {
    this.become(this.currentToken, state)
    this.tell()
  }

  /** A new sign-in: in the page's storage before the page is told, until it ends. */
  async open(token: string, state: SessionState): Promise<void> {
    this.become(token, state)
    await this.context.storage().set('tb-token', token)
    this.tell()
  }

  /** Ends the session here; `code` tells the page why, null means that the member left. */
  async close(code: number | null, message = '', path = ''): Promise<void> {
    if (this.currentToken === '') return
    this.become('', null)
    const storage = this.context.storage()
    await Promise.all(CLEARED.map((key) => storage.remove(key)))
    if (code !== null) {
      this.context.notify({ type: 'outcome', code, message: message === '' ? codeText(code) : message, path })
    }
    this.tell()
  }

  private become(token: string, state: SessionState | null): void {
    this.cancelExpiry?.()
    this.cancelExpiry = null
    const isNewToken = token !== this.currentToken
    this.currentToken = token
    this.currentState = state
    if (state) this.watchExpiry(state.expireAt)
    this.context.onChange(isNewToken)
  }

  private tell(): void {
    this.context.notify({ type: 'session', session: this.currentState })
  }

  /** S9.20: the session ends by itself at its hour; the server would refuse the next call anyway. */
  private watchExpiry(expireAt: number): void {
    const delayMs = Math.max(0, expireAt - this.context.clock.now())
    this.cancelExpiry = this.context.dependencies.setTimer(
      () => {
        if (this.context.clock.now() < expireAt - 1) this.watchExpiry(expireAt)
        else void this.close(CODES.AUTH_ERROR)
      },
      Math.min(delayMs + 1, 3_600_000),
    )
  }
}
