import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatLeft } from '#lib/countdown.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Stand } from '#ui/art/Stand.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import styles from './ActivityView.module.css'
import { type ActivityData, type ActivityPicture, type Stage, stageOf } from './activity-parts.ts'
import { ActivityRecords } from './ActivityRecords.tsx'
import { useActivity } from './use-activity.ts'

interface ActivityViewProps {
  readonly activity: ActivityData
  readonly kind: ActivityPicture
  /** Server clock, epoch milliseconds, updated every second. */
  readonly now: number
  readonly onChanged: () => void
  /** What visitors see instead of their part and their records. */
  readonly guest: ReactNode
}

/** The page of an activity: period, what the member can do, rules and records. A kind adds its picture. */
export function ActivityView({ activity, kind, now, onChanged, guest }: ActivityViewProps) {
  const actions = useActivity(activity, onChanged)
  const stage = stageOf(activity, now)
  const isGuest = activity.block === 'visitor'
  return (
    <>
      <Head activity={activity} stage={stage} now={now} />
      <BlockNote block={activity.block} />
      <Terms activity={activity} kind={kind} />
      {isGuest ? <Panel>{guest}</Panel> : <kind.Picture activity={activity} actions={actions} now={now} />}
      <div className={styles.columns}>
        <ActivityRules activity={activity} kind={kind} now={now} />
        {!isGuest && <ActivityRecords activity={activity} kind={kind} now={now} />}
      </div>
    </>
  )
}

/** Rules of the kind, then those of all activities. */
export function ActivityRules({ activity, kind, now }: Pick<ActivityViewProps, 'activity' | 'kind' | 'now'>) {
  return (
    <Panel title={activityText('rules')}>
      <ul className={styles.rules}>
        {[...kind.rules(activity), ...commonRules(activity, now)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  )
}

interface HeadProps {
  readonly activity: ActivityData
  readonly stage: Stage
  readonly now: number
}

function Head({ activity, stage, now }: HeadProps) {
  const { title, summary, start, end } = activity
  const isOver = stage === 'ended' || stage === 'stopped'
  return (
    <Panel isLead className={styles.head}>
      <div className={styles.words}>
        <Badge tone={stage === 'open' ? 'accent' : 'neutral'}>{activityText(`stage.${stage}`)}</Badge>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        <p dir="auto">{summary}</p>
        {!isOver && (
          <p className={styles.left}>
            {activityText(`left.${stage}`)}
            <b role="timer">{formatLeft((stage === 'soon' ? start : end) - now)}</b>
          </p>
        )}
        <p className={styles.window}>
          {activityText('window', { from: momentText(start, now), to: endText(end, now) })}
        </p>
      </div>
      <Stand crowd={stage === 'open' ? 'full' : 'empty'} className={styles.stand} />
    </Panel>
  )
}

/** S1.17: what it costs and requires, before the member applies. */
function Terms({ activity, kind }: Pick<ActivityViewProps, 'activity' | 'kind'>) {
  return (
    <Panel className={styles.terms}>
      <Facts layout="tiles" label={activityText('terms')} className={styles.conditions}>
        <Fact name={activityText('terms.cost')}>{kind.cost?.(activity) ?? activityText('terms.free')}</Fact>
        <Fact name={activityText('terms.turnover')}>{kind.turnover?.(activity) ?? activityText('terms.none')}</Fact>
        <Fact name={activityText('terms.left')}>{rewardText(activity.left, activity.currency)}</Fact>
      </Facts>
    </Panel>
  )
}

/** Why the member cannot take part. */
function BlockNote({ block }: Pick<ActivityData, 'block'>) {
  if (block === null || block === 'visitor') return null
  return (
    <Panel className={styles.block}>
      <output>{activityText(`block.${block}`)}</output>
      {block === 'limit' && <Link to="/app/responsible">{activityText('block.limitLink')}</Link>}
    </Panel>
  )
}

function commonRules({ budget, left, currency, claimUntil }: ActivityData, now: number): string[] {
  return [
    activityText('rule.window'),
    activityText('rule.claim', { until: momentText(claimUntil, now) }),
    activityText('rule.budget', { budget: rewardText(budget, currency), left: rewardText(left, currency) }),
    activityText('rule.limits'),
    activityText('rule.play'),
  ]
}

function momentText(time: number, now: number): string {
  return `${formatDate(time, now)} ${formatClock(time)}`
}

/** An end at midnight is shown as the end of the day before. */
function endText(time: number, now: number): string {
  return formatClock(time) === '00:00' ? `${formatDate(time - 1, now)} 24:00` : momentText(time, now)
}
