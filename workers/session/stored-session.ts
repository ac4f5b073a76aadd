import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { endsSession } from './outcomes.ts'
import type { SignInContext } from './sign-in.ts'

const TRY_AGAIN_MS = 5_000

/** The session as the page's storage remembers it: taken up at the start, and again when another tab has changed it. */
export class StoredSession {
  private following: Promise<void> = Promise.resolve()

  constructor(private readonly context: SignInContext) {}

  /** Takes the stored token on trial before anything is sent, so that the first keys are already those of its session. */
  async carry(): Promise<void> {
    const token = await this.read()
    if (token !== '' && !this.context.session.state) this.context.session.carry(token)
  }

  /**
   * S3.35: takes up the session that the page's storage remembers. A failure means that nobody knows yet whether it is
   * good; a session that has ended is a success without one. `endedBy` = the code with which another tab saw it end.
   */
  async restore(endedBy: number | null = null): Promise<Result<null>> {
    const { caller, session } = this.context
    const token = await this.read()
    if (token === session.token && (token === '' || session.state)) return success(null)
    if (token === '') {
      // Whoever was no member here has lost nothing.
      await session.close(session.state ? endedBy : null)
      return success(null)
    }
    session.carry(token)
    const result = await caller.call('auth.session', {})
    // Its refusal has ended it, or this page has signed in or out meanwhile.
    if (session.token !== token) return success(null)
    if (result.ok) session.confirm(result.data)
    else if (result.code === CODES.NEED_LOGIN) await session.close(null)
    else return result
    return success(null)
  }

  /**
   * Another tab has signed in, signed out or changed the account: this one does the same, one change at a time. When it
   * was the server that ended the session, `endedBy` tells the viewer of this tab why (S4.15).
   */
  follow(endedBy: number | null = null): Promise<void> {
    this.following = this.following.then(() => this.followOnce(endedBy))
    return this.following
  }

  private async followOnce(endedBy: number | null): Promise<void> {
    const { session, dependencies } = this.context
    const restored = await this.restore(endedBy !== null && endsSession(endedBy) ? endedBy : null)
    if (restored.ok) return
    // The member of before is gone in any case; who is there now is asked again until somebody knows.
    session.tell()
    dependencies.setTimer(() => void this.follow(), TRY_AGAIN_MS)
  }

  private async read(): Promise<string> {
    return (await this.context.storage().get('tb-token')) ?? ''
  }
}
