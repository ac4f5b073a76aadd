import { Link } from 'react-router-dom'
import {
  bonusTurnover,
  type ContinueDepositRule,
  countedDeposit,
  depositBonus,
  type DepositBonusRule,
} from '#protocol/activities/deposit-bonus.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import styles from '../ActivityView.module.css'
import { type ActivityData, type ActivityPicture, type PictureProps, stepOf } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'

interface BonusProgress {
  readonly hasDeposited: boolean
  readonly bonusesLeft: number
  /** Deposits that can have a bonus. `turnover` is what it requires. */
  readonly deposits: readonly { readonly cycle: string; amount: number; at: number; turnover: number }[]
  /** What all bonuses together still require before a withdrawal. */
  readonly turnoverLeft: number
}

const ruleOf = ({ rule }: ActivityData) => rule as unknown as DepositBonusRule & Partial<ContinueDepositRule>
const progressOf = ({ progress }: ActivityData) => progress as unknown as BonusProgress

/** S7.105: deposits with their bonus and the turnover that it requires, and what is missing before a withdrawal. */
function Picture({ activity, actions, now }: PictureProps) {
  const { deposits, bonusesLeft } = progressOf(activity)
  const { currency, name } = activity
  return (
    <div className={styles.columns}>
      <Panel
        title={activityText('deposit.title')}
        aside={name === 'continueDeposit' && <span>{activityText('deposit.bonusesLeft', { times: bonusesLeft })}</span>}
      >
        {deposits.length === 0 ? (
          <NoDeposit activity={activity} />
        ) : (
          <Rows>
            {deposits.map(({ cycle, amount, at, turnover }) => {
              const step = stepOf(activity, cycle)
              if (!step) return null
              const item = activityText('deposit.item', { amount: rewardText(amount, currency) })
              return (
                <Row
                  key={cycle}
                  isWrapped
                  title={item}
                  note={
                    step.amount > 0
                      ? activityText('deposit.terms', {
                          time: `${formatDate(at, now)} ${formatClock(at)}`,
                          bonus: rewardText(step.amount, currency),
                          turnover: rewardText(turnover, currency),
                        })
                      : activityText('deposit.tooSmall', { least: rewardText(ruleOf(activity).least, currency) })
                  }
                  end={
                    step.status === 'none' ? (
                      <span className={styles.state}>{activityText('deposit.notEligible')}</span>
                    ) : (
                      <StepButton
                        step={step}
                        actions={actions}
                        item={item}
                        {...(step.status === 'eligible' && { label: activityText('deposit.apply') })}
                        isBlocked={activity.block !== null}
                        size="small"
                        kind="primary"
                      />
                    )
                  }
                />
              )
            })}
          </Rows>
        )}
      </Panel>
      <Turnover activity={activity} />
    </div>
  )
}

/** What is missing before a withdrawal, and what a bonus would require. */
function Turnover({ activity }: Pick<PictureProps, 'activity'>) {
  const { turnoverLeft } = progressOf(activity)
  return (
    <Panel title={activityText('deposit.turnover')}>
      <Facts layout="panel">
        <Fact name={activityText('deposit.turnoverLeft')} isLead>
          {turnoverLeft === 0 ? activityText('terms.none') : rewardText(turnoverLeft, activity.currency)}
        </Fact>
        <Fact name={activityText('deposit.example')}>{exampleText(activity)}</Fact>
      </Facts>
      <p className={styles.foot}>
        {activityText('deposit.turnoverNote')} <Link to="/app/wallet/withdraw">{activityText('deposit.withdraw')}</Link>
      </p>
    </Panel>
  )
}

function NoDeposit({ activity }: Pick<PictureProps, 'activity'>) {
  const isUsed = activity.name === 'firstDeposit' && progressOf(activity).hasDeposited
  return (
    <EmptyState
      title={activityText(isUsed ? 'deposit.used' : 'deposit.empty')}
      text={activityText(isUsed ? 'deposit.usedText' : 'deposit.emptyText')}
      action={
        <Link className={buttonClass()} to={isUsed ? '/app/promos' : '/app/wallet/deposit'}>
          {activityText(isUsed ? 'promos' : 'deposit.go')}
        </Link>
      }
    />
  )
}

/** The example is the deposit that earns the highest bonus. */
function exampleText(activity: ActivityData): string {
  const rule = ruleOf(activity)
  const deposit = countedDeposit(rule, Number.MAX_SAFE_INTEGER)
  const text = (amount: number) => rewardText(amount, activity.currency)
  return activityText('deposit.exampleText', {
    deposit: text(deposit),
    bonus: text(depositBonus(rule, deposit)),
    turnover: text(bonusTurnover(rule, deposit)),
  })
}

export const DEPOSIT_BONUS_PICTURE: ActivityPicture = {
  Picture,
  cost: (activity) => activityText('deposit.cost', { least: rewardText(ruleOf(activity).least, activity.currency) }),
  turnover(activity) {
    const { multiple: times, days } = ruleOf(activity)
    return activityText('deposit.turnoverTerm', { times, days })
  },
  rules(activity) {
    const rule = ruleOf(activity)
    const { share, limit, least, multiple: times, days, bonuses } = rule
    const text = (amount: number) => rewardText(amount, activity.currency)
    return [
      bonuses === undefined
        ? activityText('deposit.rule.first')
        : activityText('deposit.rule.continue', { times: bonuses }),
      activityText('deposit.rule.share', { share, max: text(limit), least: text(least) }),
      activityText('deposit.rule.turnover', { times, counted: text(countedDeposit(rule, Number.MAX_SAFE_INTEGER)) }),
      activityText('deposit.rule.days', { days }),
      activityText('deposit.rule.settled'),
    ]
  },
  recordOf: (cycle) => activityText('deposit.record', { order: cycle }),
}
