import { REP_CODES } from '#protocol/verification.ts'
import { LOCK_MS } from '#lib/aj-captcha.ts'
import { formatClock } from '#lib/format.ts'
import { vt } from '#lib/text/verification.ts'

/** What a repCode of AJ-Captcha means to a person; `now` is the server's clock. */
export function repText(repCode: string, now: number): string {
  switch (repCode) {
    case REP_CODES.WRONG:
      return vt('rep.wrong')
    case REP_CODES.EXPIRED:
    case REP_CODES.INVALID:
      return vt('rep.expired')
    case REP_CODES.LOCKED:
      return vt('rep.locked', { clock: formatClock(now + LOCK_MS) })
    case REP_CODES.GET_LIMIT:
      return vt('rep.limit')
    case REP_CODES.CHECK_LIMIT:
    case REP_CODES.VERIFY_LIMIT:
      return vt('rep.checkLimit')
    default:
      return vt('rep.server')
  }
}
