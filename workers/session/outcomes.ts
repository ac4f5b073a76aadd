import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { concernsPage, endsSession } from './codes.ts'
import type { Session } from './session.ts'

/** What a refusal does beyond its caller (requirements Annex A): the session ends, the page is told. */
export class Outcomes {
  constructor(
    private readonly session: Pick<Session, 'token' | 'close'>,
    private readonly notify: (notice: TransportNotice) => void,
  ) {}

  /** Tells the page about an outcome that concerns more than the caller. */
  announce(outcome: Failure, path: string, isGo = false): void {
    if (!concernsPage(outcome.code)) return
    const { code, message, status, details } = outcome
    this.notify({
      type: 'outcome',
      code,
      message,
      path,
      ...(status === undefined ? {} : { status }),
      ...(details === undefined ? {} : { details }),
      ...(isGo ? { isGo } : {}),
    })
  }

  /** A refusal of a call that carried `token`. Only the first of a burst finds its session still there (settled 31). */
  refused({ code, message }: Failure, token: string, path: string): void {
    if (code === CODES.VERSION_MISMATCH) this.notify({ type: 'version-mismatch' })
    if (!endsSession(code)) return
    if (token === '') this.notify({ type: 'outcome', code, message, path })
    else this.ended(code, message, token, path)
  }

  /** The server has ended the session of this token. */
  ended(code: number, message: string, token: string, path: string): void {
    if (token === this.session.token) void this.session.close(code, message, path)
  }
}
