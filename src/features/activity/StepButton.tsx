import { Check } from 'lucide-react'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Button, type ButtonProps } from '#ui/button/Button.tsx'
import styles from './ActivityView.module.css'
import type { ActivityActions } from './use-activity.ts'

interface StepButtonProps extends Pick<ButtonProps, 'size' | 'kind' | 'isWide'> {
  readonly step: ActivityStep
  readonly actions: ActivityActions
  /** Names the part for screen readers. */
  readonly item: string
  /** Label of an action; 领取 by default. */
  readonly label?: string | undefined
  /** The member cannot take part; what was won can be claimed. */
  readonly isBlocked: boolean
}

/** The state of a part: a button while there is something to do, else its name. */
export function StepButton({ step, actions, item, label, isBlocked, ...style }: StepButtonProps) {
  const { status, cycle } = step
  if (status === 'claimable' || (status === 'eligible' && !isBlocked)) {
    return (
      <Button
        {...style}
        isLoading={actions.busy === cycle}
        disabled={actions.busy !== null && actions.busy !== cycle}
        aria-label={label === undefined ? activityText('claim.name', { item }) : undefined}
        onClick={() => void actions.take(step)}
      >
        {label ?? activityText(`state.${status}`)}
      </Button>
    )
  }
  return (
    <span className={styles.state}>
      {status === 'claimed' && <Check size={16} aria-hidden="true" />}
      {activityText(status === 'eligible' ? 'state.none' : `state.${status}`)}
    </span>
  )
}
