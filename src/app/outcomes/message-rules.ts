import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { commonText } from '#messages/zh/common.ts'
import { type Alert, type Rule, textOf } from './outcome.ts'

const TIMEOUT_TOAST_MS = 1_500
/** Notices about the API origin replace each other. */
export const ORIGIN_TOAST_ID = 'line'

const FIRST_ERROR_STATUS = 400

type LimitTitle =
  | 'outcome.limit.deposit'
  | 'outcome.limit.loss'
  | 'outcome.limit.timeOut'
  | 'outcome.limit.excluded'
  | 'outcome.limit.session'

function notice(title: string, text: string, to: string | null): Alert {
  return {
    type: 'alert',
    title,
    text,
    way: { label: commonText('outcome.tip.done'), to },
    isTimed: false,
    isBlockade: false,
  }
}

/** The caller handles it, or it needs no message (S8.3, S4.20). */
export const caller: Rule = () => []

export const say: Rule = (outcome) => [{ type: 'toast', text: textOf(outcome) }]

export const showOriginToast: Rule = (outcome) => [{ type: 'toast', text: textOf(outcome), id: ORIGIN_TOAST_ID }]

/** S8.11 */
export const timedOut: Rule = () => [
  { type: 'toast', text: commonText('outcome.network.timeout'), durationMs: TIMEOUT_TOAST_MS },
]

/** S8.13; a successful status shows nothing (S8.18, S8.20). */
export const networkFailed: Rule = ({ status = 0 }) => [
  {
    type: 'toast',
    text:
      status >= FIRST_ERROR_STATUS
        ? commonText('outcome.network.status', { status })
        : commonText('outcome.network.failed'),
  },
]

/** Refusals of the wallet. The gift panel handles its own and offers coins. */
export const wallet: Rule = (outcome) =>
  /\/(gift|coin)\//.test(outcome.path)
    ? [{ type: 'refresh-balance' }]
    : [{ type: 'toast', text: textOf(outcome) }, { type: 'refresh-balance' }]

/** S8.22 */
export const warmTip: Rule = (outcome, { isAlertOpen }) =>
  isAlertOpen ? [] : [notice(commonText('outcome.tip.title'), textOf(outcome), DEFAULT_AFTER_SIGN_IN)]

/** S8.21 */
export const missingAddress: Rule = (outcome, { isAlertOpen }) =>
  isAlertOpen ? [] : [notice(commonText('outcome.address.title'), textOf(outcome), null)]

/**
 * A responsible-play limit of the member: what it is and where to read about it, without a link to raise it. Screens of
 * activities, which a member has only opened, show it themselves.
 */
export function limitReached(title: LimitTitle): Rule {
  const text = title === 'outcome.limit.excluded' ? 'outcome.limit.textExcluded' : 'outcome.limit.text'
  return (outcome, { isAlertOpen }) =>
    isAlertOpen || outcome.path.includes('/activity/')
      ? []
      : [
          {
            ...notice(commonText(title), commonText(text, { reason: textOf(outcome) }), null),
            aside: { label: commonText('outcome.limit.about'), to: '/app/responsible' },
          },
        ]
}
