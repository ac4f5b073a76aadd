import type { CodeName } from '#protocol/codes.ts'
import { codeName } from '#protocol/codes.ts'
import type { Effect, Outcome, OutcomeContext, Rule } from './outcome.ts'
import { accessCaveat, accessRestricted, maintenance, robotCheck } from './outcome-rules/access.ts'
import {
  caller,
  missingAddress,
  networkFailed,
  ownLimit,
  say,
  sayLine,
  timedOut,
  wallet,
  warmTip,
} from './outcome-rules/said.ts'
import { blockaded, needLogin, sessionEnded } from './outcome-rules/session.ts'

/**
 * What each code does beyond its caller (requirements Annex A, sections 4 and 8). Every protocol code has an entry; a
 * missing one is a type error.
 */
export const OUTCOME_RULES: Readonly<Record<CodeName, Rule>> = {
  SUCCESS: caller,
  PARAM_ERROR: caller,
  NOT_FOUND: caller,
  DUPLICATE_REQUEST: caller,
  IDEMPOTENCY_CONFLICT: caller,

  // Shown by forms beside their fields.
  NAME_TAKEN: caller,
  NAME_OR_PASSWORD_WRONG: caller,
  OLD_PASSWORD_WRONG: caller,
  SMS_TOO_OFTEN: caller,
  INVITE_CODE_INVALID: caller,
  UNDER_AGE: caller,
  VERIFY_CODE_ERROR: caller,

  AUTH_ERROR: sessionEnded,
  LOGIN_ELSEWHERE_ERROR: sessionEnded,
  ACCOUNT_BLOCKADE: sessionEnded,
  PASSWORD_CHANGED: sessionEnded,
  IP_BLOCKADE: blockaded,
  DEVICE_BLOCKADE: blockaded,
  NEED_LOGIN: needLogin,

  IGNORED_A: caller,
  IGNORED_B: caller,
  // The transport opens the safety dialog by a notice (S4.18).
  NEED_SAFE: caller,
  NEED_ROBOT_CHECK: robotCheck,
  ACCESS_CAVEAT_CODE: accessCaveat,
  ACCESS_RESTRICTION_CODE: accessRestricted,
  SYSTEM_MAINTENANCE: maintenance,
  CURRENT_LIMITING_A: say,
  CURRENT_LIMITING_B: say,
  CURRENT_LIMITING_C: say,
  INTERFACE_DEGRADE: say,

  BALANCE_NOT_ENOUGH: wallet,
  LIMIT_EXCEEDED: wallet,
  ORDER_STATE_CHANGED: wallet,
  WITHDRAW_PWD_WRONG: wallet,
  TURNOVER_NOT_MET: wallet,
  CARD_LIMIT: wallet,
  VENUE_MAINTAIN: say,
  PENDING_ORDER_EXISTS: wallet,

  ACTIVITY_BLACKLIST: warmTip,
  ACTIVITY_STATE: caller,

  // Shown by the composer and the gift panel.
  CHAT_MUTED: caller,
  CHAT_TOO_FAST: caller,
  CHAT_WORD_BLOCKED: caller,
  ROOM_CLOSED: caller,
  CHAT_TOO_LONG: caller,
  CHAT_DUPLICATE: caller,
  CHAT_LEVEL_TOO_LOW: caller,
  NOT_ROOM_ADMIN: caller,
  GIFT_OFF: caller,

  // Shown by the bet slip.
  ODDS_CHANGED: caller,
  MARKET_SUSPENDED: caller,
  BET_LIMIT: caller,
  BET_TOO_LATE: caller,

  RG_DEPOSIT_LIMIT: ownLimit('limit.deposit'),
  RG_LOSS_LIMIT: ownLimit('limit.loss'),
  RG_TIME_OUT: ownLimit('limit.timeOut'),
  RG_SELF_EXCLUDED: ownLimit('limit.excluded'),
  RG_SESSION_LIMIT: ownLimit('limit.session'),

  // The transport recovers from both, and reports the version separately.
  REKEY: caller,
  STALE: caller,
  VERSION_MISMATCH: caller,
  SEAL_REFUSED: say,
  INTERNAL_ERROR: say,

  LINE_SWITCHING: sayLine,
  NETWORK_ABNORMAL: sayLine,
  TIMEOUT: timedOut,
  VERIFICATION_CLOSED: caller,
  ABORTED: caller,
  NETWORK_FAILURE: networkFailed,
  BAD_RESPONSE: networkFailed,
  // Shown by the offline bar.
  OFFLINE: caller,
  MISSING_URL: missingAddress,
}

/** Returns the effects of an outcome. Pure; `OutcomeEffects.tsx` performs them. Unknown codes have none. */
export function outcomeEffects(outcome: Outcome, context: OutcomeContext): Effect[] {
  const name = codeName(outcome.code)
  return name === undefined ? [] : OUTCOME_RULES[name](outcome, context)
}
