import { type Effect, fieldOf, type OutcomeContext, type Rule, textOf } from './outcome.ts'
import { isAccessPage } from './way-back.ts'

const MAINTAINED = 0

/** S2.12: nobody is redirected away from customer service. */
function isAtCustomerService({ here }: OutcomeContext): boolean {
  return /^\/cs\/?(\?|$)/.test(here)
}

/** Navigates to a screen that replaces this one; its state has the way back. */
function replaceScreen(to: string, { here, wayBack }: OutcomeContext, data: unknown): Effect {
  const known = typeof data === 'object' && data !== null ? data : {}
  const isReplacing = isAccessPage(here.split('?')[0] ?? '')
  return { type: 'go', to, state: { ...known, from: wayBack }, ...(isReplacing && { isReplacing }) }
}

/** S4.17: to the check page, once. */
export const robotCheck: Rule = (_outcome, context) =>
  context.isBeingChecked || isAtCustomerService(context)
    ? []
    : [
        { type: 'begin-robot-check' },
        { type: 'go', to: `/robot-check?fromPage=${encodeURIComponent(context.wayBack)}` },
      ]

/** S4.22-S4.24: to the maintenance or access page with the response data, unless caller or data allow to continue. */
export const accessCaveat: Rule = ({ details, isGo }, context) => {
  const saysGo = fieldOf(details, 'isGo')
  if (isGo === true || saysGo === 1 || saysGo === true || isAtCustomerService(context)) return []
  const status = Number(fieldOf(details, 'maintainStatus') ?? Number.NaN)
  return [replaceScreen(status === MAINTAINED ? '/maintenance' : '/access-alert', context, details)]
}

/** S4.25 */
export const accessRestricted: Rule = ({ details }, context) => {
  const clear: Effect = { type: 'clear-session' }
  return isAtCustomerService(context) ? [clear] : [clear, replaceScreen('/access-restriction', context, details)]
}

/** S4.26: the maintenance page for the site's own call; other callers get the error and a toast. */
export const maintenance: Rule = (outcome, context) => {
  if (!outcome.path.includes('perInfo')) return [{ type: 'toast', text: textOf(outcome) }]
  return isAtCustomerService(context) ? [] : [replaceScreen('/maintenance', context, outcome.details)]
}
