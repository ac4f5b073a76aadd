import { Link } from 'react-router-dom'
import { NOVICE_TASKS, type NoviceTask } from '#protocol/activities/novice.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import styles from '../ActivityView.module.css'
import type { ActivityPicture, PictureProps } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'

/** Where a task is done. */
const PATHS: Readonly<Record<NoviceTask, string>> = {
  phone: '/app/security/phone',
  realName: '/app/security',
  card: '/app/wallet/cards',
  signIn: '/app/mine',
  chat: '/app/live',
}

function taskOf(cycle: string): NoviceTask {
  return NOVICE_TASKS.find((task) => task === cycle) ?? 'signIn'
}

/** S7.100: the tasks with their rewards. */
function Picture({ activity, actions, now }: PictureProps) {
  const { steps, currency, block, progress } = activity
  const done = steps.filter(({ status }) => status === 'claimed').length
  const until = Number(progress['newUntil'] ?? 0)
  return (
    <Panel
      title={activityText('novice.tasks')}
      aside={
        <span>
          {done === steps.length && done > 0
            ? activityText('novice.allDone')
            : activityText('novice.count', { done, all: steps.length })}
        </span>
      }
    >
      <Rows>
        {steps.map((step) => {
          const task = taskOf(step.cycle)
          return (
            <Row
              key={step.cycle}
              isWrapped
              title={activityText(`novice.${task}`)}
              note={activityText(`novice.${task}Text`)}
              end={
                <span className={styles.taskEnd}>
                  <b>{rewardText(step.amount, currency)}</b>
                  {step.status === 'none' && block === null ? (
                    <Link
                      className={buttonClass({ size: 'small' })}
                      to={PATHS[task]}
                      aria-label={`${activityText('novice.go')} ${activityText(`novice.${task}`)}`}
                    >
                      {activityText('novice.go')}
                    </Link>
                  ) : (
                    <StepButton
                      step={step}
                      actions={actions}
                      item={activityText(`novice.${task}`)}
                      isBlocked={block !== null}
                      size="small"
                      kind="primary"
                    />
                  )}
                </span>
              }
            />
          )
        })}
      </Rows>
      {until > 0 && (
        <p className={styles.foot}>
          {activityText('novice.until', { time: `${formatDate(until, now)} ${formatClock(until)}` })}
        </p>
      )}
    </Panel>
  )
}

export const NOVICE_PICTURE: ActivityPicture = {
  Picture,
  rules: ({ rule }) => [
    activityText('novice.rule.once'),
    activityText('novice.rule.days', { days: Number(rule['days'] ?? 0) }),
  ],
  recordOf: (cycle) => activityText(`novice.${taskOf(cycle)}`),
}
