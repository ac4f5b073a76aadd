import { CODES, PLAY_STOP_CODES, RATE_LIMIT_CODES, SESSION_END_CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { Session } from './session.ts'

/** S4.15, S4.16, S4.25: codes that end the session. */
const ENDS_SESSION: ReadonlySet<number> = new Set([...SESSION_END_CODES, CODES.ACCESS_RESTRICTION_CODE])

/** Codes that are reported to the page besides the caller (requirements Annex A). Session ends are reported separately. */
const CONCERNS_PAGE: ReadonlySet<number> = new Set([
  CODES.NEED_LOGIN,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  ...RATE_LIMIT_CODES,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.BALANCE_NOT_ENOUGH,
  CODES.LIMIT_EXCEEDED,
  CODES.ORDER_STATE_CHANGED,
  CODES.WITHDRAW_PWD_WRONG,
  CODES.TURNOVER_NOT_MET,
  CODES.CARD_LIMIT,
  CODES.VENUE_MAINTAIN,
  CODES.VENUE_CLOSED,
  CODES.PENDING_ORDER_EXISTS,
  CODES.ACTIVITY_BLACKLIST,
  ...PLAY_STOP_CODES,
  CODES.SEAL_REFUSED,
  CODES.INTERNAL_ERROR,
  CODES.LINE_SWITCHING,
  CODES.NETWORK_ABNORMAL,
  CODES.TIMEOUT,
  CODES.NETWORK_FAILURE,
  CODES.BAD_RESPONSE,
  CODES.MISSING_URL,
])

export function endsSession(code: number): boolean {
  return ENDS_SESSION.has(code)
}

export function concernsPage(code: number): boolean {
  return CONCERNS_PAGE.has(code)
}

/** Effects of a refusal beyond its caller (requirements Annex A): it ends the session or is reported to the page. */
export class Outcomes {
  readonly #session: Pick<Session, 'token' | 'close'>
  readonly #notify: (notice: TransportNotice) => void

  constructor(session: Pick<Session, 'token' | 'close'>, notify: (notice: TransportNotice) => void) {
    this.#session = session
    this.#notify = notify
  }

  /** Reports a failure to the page if its code concerns the page. */
  announce(outcome: Failure, path: string, isGo = false): void {
    if (!concernsPage(outcome.code)) return
    const { code, message, status, details } = outcome
    this.#notify({
      type: 'outcome',
      code,
      message,
      path,
      ...(status === undefined ? {} : { status }),
      ...(details === undefined ? {} : { details }),
      ...(isGo ? { isGo } : {}),
    })
  }

  /** Handles the refusal of a call that carried `token`. The first refusal of a burst ends the session (settled 31). */
  refused({ code, message }: Failure, token: string, path: string): void {
    if (code === CODES.VERSION_MISMATCH) this.#notify({ type: 'version-mismatch' })
    if (!endsSession(code)) return
    if (token === '') this.#notify({ type: 'outcome', code, message, path })
    else this.sessionEnded(code, message, token, path)
  }

  /** Ends the session of this token after the server has ended it. */
  sessionEnded(code: number, message: string, token: string, path: string): void {
    if (token === this.#session.token) void this.#session.close(code, message, path)
  }
}
