import { CODES } from '#protocol/codes.ts'

/** S4.15, S4.16, S4.25: codes after which the session of the caller is over. */
const ENDS_SESSION: ReadonlySet<number> = new Set([
  CODES.AUTH_ERROR,
  CODES.LOGIN_ELSEWHERE_ERROR,
  CODES.ACCOUNT_BLOCKADE,
  CODES.PASSWORD_CHANGED,
  CODES.IP_BLOCKADE,
  CODES.DEVICE_BLOCKADE,
  CODES.ACCESS_RESTRICTION_CODE,
])

/** Codes that concern the whole page besides the caller (requirements Annex A); session ends are announced apart. */
const CONCERNS_PAGE: ReadonlySet<number> = new Set([
  CODES.NEED_SAFE,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.NEED_LOGIN,
  CODES.SEAL_REFUSED,
  CODES.INTERNAL_ERROR,
  CODES.LINE_SWITCHING,
  CODES.NETWORK_ABNORMAL,
  CODES.TIMEOUT,
  CODES.NETWORK_FAILURE,
  CODES.OFFLINE,
  CODES.BAD_ANSWER,
])

export function endsSession(code: number): boolean {
  return ENDS_SESSION.has(code)
}

export function concernsPage(code: number): boolean {
  return CONCERNS_PAGE.has(code)
}
