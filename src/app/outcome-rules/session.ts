import { BLOCKADE_ALERT_THROTTLE_MS } from '#protocol/constants.ts'
import { CODES } from '#protocol/codes.ts'
import { ot } from '#lib/text/outcome.ts'
import { loginPath } from '#state/session/login-path.ts'
import type { Alert, Effect, Outcome, OutcomeContext, Rule } from '../outcome.ts'
import { textOf } from '../outcome.ts'

const CLEAR: Effect = { type: 'clear-session' }

function signInAlert(outcome: Outcome, { skin, wayBack }: OutcomeContext, isBlockade: boolean): Alert {
  const isShutOut = isBlockade || outcome.code === CODES.ACCOUNT_BLOCKADE
  return {
    type: 'alert',
    title: ot(isShutOut ? 'blockade.title' : 'session.title'),
    text: textOf(outcome),
    way: { label: ot('session.toLogin'), to: loginPath(skin, wayBack) },
    ...(isShutOut && { aside: { label: ot('blockade.help'), to: '/cs' } }),
    isTimed: true,
    isBlockade,
  }
}

/** S4.15, settled 31: the session has ended: one alert at a time, then to sign-in with the way back. */
export const sessionEnded: Rule = (outcome, context) =>
  context.isAlertOpen ? [CLEAR] : [CLEAR, signInAlert(outcome, context, false)]

/** S4.16, S9.9: the same, at most once per 700 ms. */
export const blockaded: Rule = (outcome, context) => {
  const { now, lastBlockadeAt } = context
  const isTooSoon = lastBlockadeAt !== null && now - lastBlockadeAt < BLOCKADE_ALERT_THROTTLE_MS
  return isTooSoon ? [CLEAR] : [CLEAR, signInAlert(outcome, context, true)]
}

/** S6.12, S8.8, settled 1: a visitor used a member function. Nothing is cleared. */
export const needLogin: Rule = (_outcome, { skin, here, wayBack }) => {
  const to = loginPath(skin, wayBack)
  const said: Effect = { type: 'toast', text: ot('session.needLogin') }
  return here.split('?')[0] === to.split('?')[0] ? [said] : [said, { type: 'go', to }]
}
