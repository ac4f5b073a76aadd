import { dividendTier, type DividendRule } from '#protocol/activities/dividend.ts'
import { siteDateOf } from '#protocol/time.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from '../ActivityView.module.css'
import type { ActivityData, ActivityPicture, PictureProps } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'

/** What was counted in a period. Epoch milliseconds, the end is exclusive. */
interface Counted {
  readonly from: number
  readonly to: number
  readonly counted: number
}

interface DividendProgress {
  readonly last: Counted & { readonly opensAt: number }
  readonly running: Counted
}

const SHARE_PER_PERCENT = 100

const ruleOf = ({ rule }: ActivityData) => rule as unknown as DividendRule
const progressOf = ({ progress }: ActivityData) => progress as unknown as DividendProgress
const lengthOf = ({ name }: Pick<ActivityData, 'name'>) => (name === 'weeklyDividend' ? 'week' : 'month')
const percentText = (share: number) => `${share / SHARE_PER_PERCENT}%`

/** S4.14: the last period with its dividend, and the shares. */
function Picture({ activity, actions, now }: PictureProps) {
  const { currency } = activity
  const rule = ruleOf(activity)
  const { basis, tiers } = rule
  const { last, running } = progressOf(activity)
  const step = activity.steps[0]
  const isOffered = step !== undefined && step.cycle === siteDateOf(last.from)
  const least = tiers[0]?.from ?? 0
  return (
    <div className={styles.columns}>
      <Panel title={activityText(`dividend.last.${lengthOf(activity)}`)} aside={<span>{periodText(last, now)}</span>}>
        <Facts layout="panel">
          <Fact name={activityText(`dividend.${basis}`)}>{rewardText(last.counted, currency)}</Fact>
          <Fact name={activityText('dividend.amount')} isLead>
            {rewardText(isOffered ? step.amount : 0, currency)}
          </Fact>
          <Fact name={activityText('dividend.opens')}>{momentText(last.opensAt, now)}</Fact>
          {/* A net loss that is still running is not shown: nobody should play against it. */}
          {basis === 'turnover' && (
            <Fact name={activityText(`dividend.running.${lengthOf(activity)}`)}>
              {rewardText(running.counted, currency)}
            </Fact>
          )}
        </Facts>
        <div className={styles.action}>
          {isOffered && step.status !== 'none' ? (
            <StepButton
              step={step}
              actions={actions}
              item={activityText(`dividend.last.${lengthOf(activity)}`)}
              isBlocked={activity.block !== null}
              kind="primary"
              isWide
            />
          ) : (
            <output className={styles.state}>
              {dividendTier(rule, last.counted) === null || !isOffered
                ? activityText('dividend.below', { least: rewardText(least, currency) })
                : activityText('dividend.soon', { time: momentText(last.opensAt, now) })}
            </output>
          )}
        </div>
      </Panel>
      <Tiers activity={activity} />
    </div>
  )
}

/** The published shares. */
function Tiers({ activity }: Pick<PictureProps, 'activity'>) {
  const { currency } = activity
  const { basis, tiers, limit } = ruleOf(activity)
  return (
    <Panel title={activityText('dividend.tiers')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{activityText(`dividend.${basis}`)}</th>
            <th scope="col">{activityText('dividend.share')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ from, share }) => (
            <tr key={from}>
              <th scope="row">{activityText('dividend.from', { amount: rewardText(from, currency) })}</th>
              <td>{percentText(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.foot}>{activityText('dividend.max', { max: rewardText(limit, currency) })}</p>
    </Panel>
  )
}

const momentText = (time: number, now: number) => `${formatDate(time, now)} ${formatClock(time)}`

/** Both days are included. */
function periodText({ from, to }: Counted, now: number): string {
  return activityText('dividend.period', { from: formatDate(from, now), to: formatDate(to - 1, now) })
}

export const DIVIDEND_PICTURE: ActivityPicture = {
  Picture,
  rules(activity) {
    const { basis, limit } = ruleOf(activity)
    return [
      activityText(`dividend.rule.${basis}.${lengthOf(activity)}`),
      activityText(`dividend.rule.claim.${lengthOf(activity)}`),
      activityText('dividend.rule.start'),
      activityText('dividend.max', { max: rewardText(limit, activity.currency) }),
      activityText('deposit.rule.settled'),
    ]
  },
  recordOf: (cycle) => activityText('dividend.record', { date: cycle }),
}
