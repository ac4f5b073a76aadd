import { cycleOfRung } from '#protocol/activities/invite.ts'
import { INVITE_RUNGS } from '#protocol/club/invitations.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { type ActivityPicture, type PictureProps, stepOf } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'
import styles from './Invite.module.css'

/** S1.21, S7.99: the rungs of qualified friends with their rewards. */
function Picture({ activity, actions }: PictureProps) {
  const { invited = 0, qualified = 0 } = activity.progress as { readonly invited?: number; readonly qualified?: number }
  return (
    <Panel
      title={activityText('invite.ladder')}
      aside={<span>{activityText('invite.counts', { invited, qualified })}</span>}
    >
      <ol className={styles.rungs}>
        {INVITE_RUNGS.map((rung, index) => {
          const step = stepOf(activity, cycleOfRung(index))
          const share = Math.min(1, qualified / rung)
          return (
            <li key={rung} className={styles.rung} data-reached={share === 1 || undefined}>
              <span className={styles.friends}>
                <b>{activityText('invite.rung', { rung })}</b>
                <small>{activityText('invite.progress', { qualified: Math.min(rung, qualified), rung })}</small>
              </span>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ inlineSize: `${share * 100}%` }} />
              </span>
              <span className={styles.reward}>
                {step ? rewardText(step.amount, activity.currency) : activityText('invite.noReward')}
              </span>
              {step && (
                <StepButton
                  step={step}
                  actions={actions}
                  item={activityText('invite.rung', { rung })}
                  isBlocked={activity.block !== null}
                  size="small"
                  kind="primary"
                />
              )}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

export const INVITE_PICTURE: ActivityPicture = {
  Picture,
  rules: () => [
    activityText('invite.rule.qualified'),
    activityText('invite.rule.since'),
    activityText('invite.rule.once'),
  ],
  recordOf: (cycle) => activityText('invite.rung', { rung: Number(cycle.slice('friends-'.length)) }),
}
