import { type CodeName, codeName, CODES } from '#protocol/codes.ts'
import { accessCaveat, accessRestricted, maintenance, robotCheck } from './access-rules.ts'
import {
  caller,
  missingAddress,
  networkFailed,
  limitReached,
  say,
  showOriginToast,
  timedOut,
  wallet,
  warmTip,
} from './message-rules.ts'
import { BLOCKADE_ALERT_THROTTLE_MS } from '#protocol/constants.ts'
import { commonText } from '#messages/zh/common.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'
import { loginPath } from '#state/session/login-path.ts'
import { type Alert, type Effect, type Outcome, type OutcomeContext, type Rule, textOf } from './outcome.ts'

/** S4.15, settled 31: the session has ended: one alert at a time, then to sign-in with the way back. */
const sessionEnded: Rule = (outcome, context) =>
  context.isAlertOpen ? [CLEAR] : [CLEAR, signInAlert(outcome, context, false)]

/** S4.16, S9.9: the same, at most once per 700 ms. */
const blockaded: Rule = (outcome, context) => {
  const { now, lastBlockadeAt } = context
  const isTooSoon = lastBlockadeAt !== null && now - lastBlockadeAt < BLOCKADE_ALERT_THROTTLE_MS
  return isTooSoon ? [CLEAR] : [CLEAR, signInAlert(outcome, context, true)]
}

/** S6.12, S8.8, settled 1: a visitor used a member function. Nothing is cleared. */
const needLogin: Rule = (_outcome, { skin, here, wayBack }) => {
  const to = loginPath(skin, wayBack)
  const prompt: Effect = { type: 'toast', text: commonText('outcome.session.needLogin') }
  return here.split('?')[0] === to.split('?')[0] ? [prompt] : [prompt, { type: 'go', to }]
}

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
  TICKET_EXPIRED: caller,
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
  NEED_PASSKEY: caller,
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
  VENUE_CLOSED: say,
  PENDING_ORDER_EXISTS: wallet,

  ACTIVITY_BLACKLIST: warmTip,
  ACTIVITY_STATE: caller,
  SOLD_OUT: caller,
  DAY_LIMIT: caller,
  POINTS_NOT_ENOUGH: caller,

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

  // Shown by the game.
  ROUND_OPEN: caller,
  ROUND_SEED: caller,
  ROUND_STEP: caller,
  ROUND_TOO_SOON: caller,

  RG_DEPOSIT_LIMIT: limitReached('outcome.limit.deposit'),
  RG_LOSS_LIMIT: limitReached('outcome.limit.loss'),
  RG_TIME_OUT: limitReached('outcome.limit.timeOut'),
  RG_SELF_EXCLUDED: limitReached('outcome.limit.excluded'),
  RG_SESSION_LIMIT: limitReached('outcome.limit.session'),
  RG_CHECK_DUE: () => [{ type: 'reality-check' }],

  // The transport recovers from both, and reports the version separately.
  REKEY: caller,
  STALE: caller,
  VERSION_MISMATCH: caller,
  // Replaces the whole page (state/start.ts).
  ORIGIN_REFUSED: caller,
  SEAL_REFUSED: say,
  INTERNAL_ERROR: say,

  LINE_SWITCHING: showOriginToast,
  NETWORK_ABNORMAL: showOriginToast,
  TIMEOUT: timedOut,
  VERIFICATION_CLOSED: caller,
  ABORTED: caller,
  NETWORK_FAILURE: networkFailed,
  BAD_RESPONSE: networkFailed,
  // Shown by the offline bar.
  OFFLINE: caller,
  MISSING_URL: missingAddress,
}

/**
 * Returns the effects of an outcome. Pure; `OutcomeEffects.tsx` performs them. Unknown codes have none. A money call with
 * an unknown outcome has no toast, because its screen shows that the outcome is awaited (settled 7).
 */
export function outcomeEffects(outcome: Outcome, context: OutcomeContext): Effect[] {
  const name = codeName(outcome.code)
  const effects = name === undefined ? [] : OUTCOME_RULES[name](outcome, context)
  return isOpenOutcome(outcome) ? effects.filter(({ type }) => type !== 'toast') : effects
}

const CLEAR: Effect = { type: 'clear-session' }

function signInAlert(outcome: Outcome, { skin, wayBack }: OutcomeContext, isBlockade: boolean): Alert {
  const isShutOut = isBlockade || outcome.code === CODES.ACCOUNT_BLOCKADE
  return {
    type: 'alert',
    title: commonText(isShutOut ? 'outcome.blockade.title' : 'outcome.session.title'),
    text: textOf(outcome),
    way: { label: commonText('outcome.session.toLogin'), to: loginPath(skin, wayBack) },
    ...(isShutOut && { aside: { label: commonText('outcome.blockade.help'), to: '/cs' } }),
    isTimed: true,
    isBlockade,
  }
}
