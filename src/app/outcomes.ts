import type { Skin } from '#protocol/sites.ts'
import { BLOCKADE_ALERT_THROTTLE_MS } from '#protocol/constants.ts'
import type { CodeName } from '#protocol/codes.ts'
import { codeName, codeText } from '#protocol/codes.ts'
import { rt } from '#lib/text/room.ts'
import { loginPath } from '#state/login-path.ts'

/** A code that concerns more than its caller, as the transport announces it. */
export interface Outcome {
  readonly code: number
  readonly message: string
  /** Path of the call, or `socket`. */
  readonly path: string
  readonly details?: unknown
}

/** What the outcome meets: everything an effect may depend on, so that the rule is a pure function. */
export interface OutcomeContext {
  readonly skin: Skin
  /** Path and search of the screen. */
  readonly here: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly isAlertOpen: boolean
  /** When a blockade alert was last shown; null = never. */
  readonly lastBlockadeAt: number | null
  /** A robot check is under way (S4.17). */
  readonly isBeingChecked: boolean
}

export type Effect =
  /** Forget who was signed in. The worker has already dropped the token. */
  | { readonly type: 'clear-session' }
  /** Say it in a window that must be answered, then go on to `to`. */
  | { readonly type: 'alert'; readonly text: string; readonly to: string; readonly isBlockade: boolean }
  | { readonly type: 'go'; readonly to: string; readonly state?: unknown }
  | { readonly type: 'toast'; readonly text: string; readonly durationMs?: number }

type Rule = (outcome: Outcome, context: OutcomeContext) => Effect[]

const TIMEOUT_TOAST_MS = 1_500

function textOf(outcome: Outcome): string {
  return outcome.message === '' ? codeText(outcome.code) : outcome.message
}

function read(details: unknown, key: string): unknown {
  return typeof details === 'object' && details !== null
    ? Object.entries(details).find(([name]) => name === key)?.[1]
    : undefined
}

/** S4.15, settled 31: the session is over; one alert while one is open, then to the sign-in page with the way back. */
const sessionEnded: Rule = (outcome, { skin, here, isAlertOpen }) => {
  const clear: Effect = { type: 'clear-session' }
  if (isAlertOpen) return [clear]
  return [clear, { type: 'alert', text: textOf(outcome), to: loginPath(skin, here), isBlockade: false }]
}

/** S4.16: the same, once per 700 ms. */
const blockaded: Rule = (outcome, { skin, here, now, lastBlockadeAt }) => {
  const clear: Effect = { type: 'clear-session' }
  if (lastBlockadeAt !== null && now - lastBlockadeAt < BLOCKADE_ALERT_THROTTLE_MS) return [clear]
  return [clear, { type: 'alert', text: textOf(outcome), to: loginPath(skin, here), isBlockade: true }]
}

/** S6.12, settled 1: a visitor did something for members. Nothing is cleared. */
const needLogin: Rule = (_outcome, { skin, here }) => [
  { type: 'toast', text: rt('outcome.needLogin') },
  { type: 'go', to: loginPath(skin, here) },
]

/** S4.17: to the check page, once. */
const robotCheck: Rule = (_outcome, { here, isBeingChecked }) =>
  isBeingChecked ? [] : [{ type: 'go', to: `/robot-check?fromPage=${encodeURIComponent(here)}` }]

/** S4.22-S4.24: to the maintenance or the access page with the answer's data, unless it says to go on, or on /cs. */
const accessCaveat: Rule = ({ details }, { here }) => {
  const isGo = read(details, 'isGo')
  if (isGo === 1 || isGo === true || here === '/cs' || here.startsWith('/cs?')) return []
  const to = Number(read(details, 'maintainStatus') ?? Number.NaN) === 0 ? '/maintenance' : '/access-alert'
  return [{ type: 'go', to, state: details }]
}

/** S4.25 */
const accessRestricted: Rule = () => [{ type: 'clear-session' }, { type: 'go', to: '/access-restriction' }]

/** S4.26: the page for the site's own call; every other caller gets the error and a toast. */
const maintenance: Rule = (outcome) =>
  outcome.path.includes('perInfo') ? [{ type: 'go', to: '/maintenance' }] : [{ type: 'toast', text: textOf(outcome) }]

const say: Rule = (outcome) => [{ type: 'toast', text: textOf(outcome) }]

/** S8.11 */
const timedOut: Rule = () => [{ type: 'toast', text: rt('outcome.timeout'), durationMs: TIMEOUT_TOAST_MS }]

/** S8.13 */
const networkFailed: Rule = ({ details }) => {
  const status = read(details, 'status')
  const hasStatus = typeof status === 'number' && status > 0
  return [{ type: 'toast', text: hasStatus ? rt('outcome.networkStatus', { status }) : rt('outcome.network') }]
}

/**
 * What each code does beyond its caller (specification sections 4 and 8). A code that is not here does nothing: its
 * caller shows it. To add one: a row.
 */
export const OUTCOME_RULES: Readonly<Partial<Record<CodeName, Rule>>> = {
  AUTH_ERROR: sessionEnded,
  LOGIN_ELSEWHERE_ERROR: sessionEnded,
  ACCOUNT_BLOCKADE: sessionEnded,
  PASSWORD_CHANGED: sessionEnded,
  IP_BLOCKADE: blockaded,
  DEVICE_BLOCKADE: blockaded,
  NEED_LOGIN: needLogin,
  NEED_ROBOT_CHECK: robotCheck,
  ACCESS_CAVEAT_CODE: accessCaveat,
  ACCESS_RESTRICTION_CODE: accessRestricted,
  SYSTEM_MAINTENANCE: maintenance,
  CURRENT_LIMITING_A: say,
  CURRENT_LIMITING_B: say,
  CURRENT_LIMITING_C: say,
  INTERFACE_DEGRADE: say,
  SEAL_REFUSED: say,
  INTERNAL_ERROR: say,
  LINE_SWITCHING: say,
  NETWORK_ABNORMAL: say,
  TIMEOUT: timedOut,
  NETWORK_FAILURE: networkFailed,
  BAD_ANSWER: networkFailed,
}

/** What an outcome does to the page. Pure; `OutcomeEffects.tsx` performs it. */
export function outcomeEffects(outcome: Outcome, context: OutcomeContext): Effect[] {
  const name = codeName(outcome.code)
  return (name && OUTCOME_RULES[name]?.(outcome, context)) ?? []
}
