import { Check } from 'lucide-react'
import type { SignInRule } from '#protocol/activities/sign-in.ts'
import { dayOfDate } from '#protocol/time.ts'
import { classNames } from '#lib/class-names.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import type { ActivityData, ActivityPicture, PictureProps } from '../activity-parts.ts'
import { stepOf } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'
import styles from './SignIn.module.css'

interface SignInProgress {
  readonly today: string
  readonly days: readonly string[]
  readonly position: number
  readonly isSigned: boolean
  readonly toMakeUp: readonly string[]
}

const ruleOf = ({ rule }: ActivityData) => rule as unknown as SignInRule
const progressOf = ({ progress }: ActivityData) => progress as unknown as SignInProgress

/** S7.95: the rewards of the cycle, the state of today and the calendar of the month. */
function Picture({ activity, actions }: PictureProps) {
  const { today, days } = progressOf(activity)
  return (
    <div className={styles.grid}>
      <Panel title={activityText('signIn.cycle')}>
        <Cycle activity={activity} />
        <div className={styles.action}>
          <Today activity={activity} actions={actions} />
          <MakeUp activity={activity} actions={actions} />
        </div>
      </Panel>
      <Calendar today={today} days={days} />
    </div>
  )
}

type PartProps = Pick<PictureProps, 'activity' | 'actions'>

/** The number of rewards of this cycle that the member has. */
function doneOf({ position, isSigned }: SignInProgress): number {
  return position + (isSigned ? 1 : 0)
}

function Cycle({ activity }: Pick<PartProps, 'activity'>) {
  const { rewards } = ruleOf(activity)
  const progress = progressOf(activity)
  const done = doneOf(progress)
  return (
    <ol className={styles.cycle}>
      {rewards.map((reward, index) => (
        // The position in the cycle is the identity of a reward.
        <li
          key={`${index} ${reward}`}
          className={classNames(
            styles.reward,
            index < done && styles.taken,
            index === progress.position && !progress.isSigned && styles.next,
            index === rewards.length - 1 && rewards.length > 1 && styles.last,
          )}
          aria-current={index === progress.position ? 'step' : undefined}
        >
          <span className={styles.day}>{activityText('signIn.day', { n: index + 1 })}</span>
          <b>{rewardText(reward, activity.currency)}</b>
          {index < done && <Check className={styles.tick} size={16} aria-label={activityText('signIn.signed')} />}
        </li>
      ))}
    </ol>
  )
}

function Today({ activity, actions }: PartProps) {
  const { rewards } = ruleOf(activity)
  const progress = progressOf(activity)
  const step = stepOf(activity, progress.today)
  if (step?.status === 'claimed') {
    const next = rewards[doneOf(progress) % rewards.length] ?? 0
    return (
      <output className={styles.done}>
        <b>
          <Check size={18} aria-hidden="true" />
          {activityText('signIn.done')}
        </b>
        {activityText('signIn.doneText', { amount: rewardText(next, activity.currency) })}
      </output>
    )
  }
  if (!step) return null
  const amount = rewardText(step.amount, activity.currency)
  return (
    <StepButton
      step={step}
      actions={actions}
      item={activityText('signIn.today')}
      label={
        step.status === 'claimable'
          ? activityText('signIn.finish', { amount })
          : activityText('signIn.action', { amount })
      }
      isBlocked={activity.block !== null}
      kind="primary"
      isWide
    />
  )
}

/** Missed days that can be made up. */
function MakeUp({ activity, actions }: PartProps) {
  if (activity.block !== null) return null
  const missed = progressOf(activity)
    .toMakeUp.map((date) => stepOf(activity, date))
    .filter((step) => step?.status === 'eligible')
  return missed.map(
    (step) =>
      step && (
        <Button
          key={step.cycle}
          size="small"
          isLoading={actions.busy === step.cycle}
          onClick={() => void actions.take(step)}
        >
          {activityText('signIn.makeUp', {
            day: Number(step.cycle.slice(8)),
            amount: rewardText(step.amount, activity.currency),
          })}
        </Button>
      ),
  )
}

const WEEK = ['一', '二', '三', '四', '五', '六', '日'] as const
const DAYS_OF_WEEK = 7

/** Days of a month, from 1 to 12. */
function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3

/** The month of today. Weeks begin on Monday. */
function Calendar({ today, days }: { readonly today: string; readonly days: readonly string[] }) {
  const month = today.slice(0, 8)
  const [year, number] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const length = daysOfMonth(year, number)
  const offset = ((dayOfDate(`${month}01`) ?? 0) + FIRST_WEEKDAY) % DAYS_OF_WEEK
  const signed = new Set(days)
  const count = days.filter((date) => date.startsWith(month)).length
  return (
    <Panel
      title={activityText('signIn.month', { year, month: number })}
      aside={<span>{activityText('signIn.count', { days: count })}</span>}
    >
      <div className={styles.week} aria-hidden="true">
        {WEEK.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className={styles.month}>
        {Array.from({ length }, (_, index) => {
          const date = `${month}${String(index + 1).padStart(2, '0')}`
          const isSigned = signed.has(date)
          return (
            <li
              key={date}
              style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
              className={classNames(styles.date, isSigned && styles.signed, date === today && styles.today)}
              aria-current={date === today ? 'date' : undefined}
            >
              {index + 1}
              {date <= today && (
                <span className="visually-hidden">{activityText(isSigned ? 'signIn.signed' : 'signIn.missedDay')}</span>
              )}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

export const SIGN_IN_PICTURE: ActivityPicture = {
  Picture,
  rules(activity) {
    const { rewards, missed, makeUpDays } = ruleOf(activity)
    return [
      activityText('signIn.rule.daily', {
        rewards: rewards.map((amount) => rewardText(amount, activity.currency)).join('、'),
        days: rewards.length,
      }),
      activityText(missed === 'continue' ? 'signIn.rule.continue' : 'signIn.rule.restart'),
      makeUpDays > 0 ? activityText('signIn.rule.makeUp', { days: makeUpDays }) : activityText('signIn.rule.noMakeUp'),
    ]
  },
  recordOf: (cycle) => activityText('signIn.record', { date: cycle }),
}
