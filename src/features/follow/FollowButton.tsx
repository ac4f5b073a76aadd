import { classNames } from '#lib/class-names.ts'
import { ft } from '#lib/text/follow.ts'
import type { FollowTarget } from '#state/session/follows.ts'
import { Button } from '#ui/Button.tsx'
import styles from './FollowButton.module.css'
import { useFollow } from './use-follow.ts'

export interface FollowButtonProps {
  readonly target: FollowTarget
  /** `primary` where it is the one thing to do in its panel (the anchor of a room). */
  readonly kind?: 'primary' | 'seat'
  readonly size?: 'tiny' | 'medium'
}

/** 关注: find an anchor or a team again on the home screen. A second press lets them go. */
export function FollowButton({ target, kind = 'seat', size = 'tiny' }: FollowButtonProps) {
  const { isOn, toggle } = useFollow(target)
  const { name } = target
  return (
    <Button
      className={classNames(isOn && styles.on)}
      kind={isOn ? 'seat' : kind}
      size={size}
      aria-pressed={isOn}
      aria-label={isOn ? ft('follow.onName', { name }) : ft('follow.addName', { name })}
      onClick={toggle}
    >
      {isOn ? ft('follow.on') : ft('follow.add')}
    </Button>
  )
}
