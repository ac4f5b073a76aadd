import { classNames } from '#lib/class-names.ts'
import { ft } from '#lib/messages/follow.ts'
import type { FollowTarget } from '#state/session/follows.ts'
import { Button } from '#ui/Button.tsx'
import styles from './FollowButton.module.css'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import { followsAtom, isFollowed, setFollowed, watchFollows } from '#state/session/follows.ts'
import { toast } from '#ui/toast-manager.ts'

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

/** Changes it and says so, with a way back. What the server refuses is said in its own words. */
export async function follow(target: FollowTarget, isOn: boolean): Promise<void> {
  const result = await setFollowed(target, isOn)
  if (!result.ok) return
  const { name } = target
  toast({
    id: 'follow',
    tone: isOn ? 'success' : 'info',
    text: isOn ? ft('follow.done', { name }) : ft('follow.gone', { name }),
    ...(!isOn && { action: { label: ft('follow.undo'), onPress: () => void follow(target, true) } }),
  })
}

/** Whether somebody is followed, and how to change that. */
export function useFollow(target: FollowTarget): { isOn: boolean; toggle: () => void } {
  const { list } = useAtomValue(followsAtom)
  useEffect(watchFollows, [])
  const isOn = isFollowed(list, target)
  const { kind, name, logo } = target
  const toggle = useCallback(() => void follow({ kind, name, logo }, !isOn), [kind, name, logo, isOn])
  return { isOn, toggle }
}
