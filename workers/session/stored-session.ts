import { CODES } from '#protocol/codes.ts'
import { type Result, success } from '#protocol/result.ts'
import { endsSession } from './outcomes.ts'
import type { SignInContext } from './sign-in.ts'

const RETRY_MS = 5_000

/** Restores the session from the page's storage: at the start, and after another tab has changed it. */
export class StoredSession {
  readonly #context: SignInContext
  #following: Promise<void> = Promise.resolve()

  constructor(context: SignInContext) {
    this.#context = context
  }

  /** Uses the stored token before the first request, so that the first keys belong to its session. */
  async useStoredToken(): Promise<void> {
    const token = await this.#read()
    if (token !== '' && !this.#context.session.state) this.#context.session.useToken(token)
  }

  /**
   * S3.35: restores the stored session. A failure means that the server could not be asked. An ended session is a
   * success. `endedBy` is the code with which another tab has seen the session end.
   */
  async restore(endedBy: number | null = null): Promise<Result<null>> {
    const { caller, session } = this.#context
    const token = await this.#read()
    if (token === session.token && (token === '' || session.state)) return success(null)
    if (token === '') {
      // A visitor of this tab had no session that could end.
      await session.close(session.state ? endedBy : null)
      return success(null)
    }
    session.useToken(token)
    const result = await caller.call('auth.session', {})
    // The refusal has ended the session, or this page has signed in or out since.
    if (session.token !== token) return success(null)
    if (result.ok) session.confirm(result.data)
    else if (result.code === CODES.NEED_LOGIN) await session.close(null)
    else return result
    return success(null)
  }

  /**
   * Follows a sign-in, sign-out or account change of another tab. Changes are handled one at a time. If the server has
   * ended the session, `endedBy` is the reason to show (S4.15).
   */
  follow(endedBy: number | null = null): Promise<void> {
    this.#following = this.#following.then(() => this.#followOnce(endedBy))
    return this.#following
  }

  async #followOnce(endedBy: number | null): Promise<void> {
    const { session, dependencies } = this.#context
    const restored = await this.restore(endedBy !== null && endsSession(endedBy) ? endedBy : null)
    if (restored.ok) return
    // The earlier member is signed out in any case. The current one is unknown until a retry succeeds.
    session.notifyPage()
    dependencies.setTimer(() => void this.follow(), RETRY_MS)
  }

  async #read(): Promise<string> {
    return (await this.#context.storage.get('tb-token')) ?? ''
  }
}
