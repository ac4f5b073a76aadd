import { classNames } from '#lib/class-names.ts'
import { followText } from '#messages/zh/follow.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './FollowButton.module.css'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import { followsAtom, type FollowTarget, isFollowed, setFollowed, watchFollows } from '#state/session/follows.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

interface FollowButtonProps {
  readonly target: FollowTarget
  /** `primary` if it is the only action of its page, `minor` of its panel (the anchor of a room). */
  readonly kind?: 'primary' | 'minor' | 'reminder'
  readonly size?: 'tiny' | 'medium'
}

/** 关注: follows an anchor or a team, which then appears on the home screen. A second press unfollows. */
export function FollowButton({ target, kind = 'reminder', size = 'tiny' }: FollowButtonProps) {
  const { isOn, toggle } = useFollow(target)
  const { name } = target
  return (
    <Button
      className={classNames(isOn && styles.on)}
      kind={isOn ? 'reminder' : kind}
      size={size}
      aria-pressed={isOn}
      aria-label={isOn ? followText('follow.onName', { name }) : followText('follow.addName', { name })}
      onClick={toggle}
    >
      {isOn ? followText('follow.on') : followText('follow.add')}
    </Button>
  )
}

/** Follows or unfollows and shows a toast with an undo action. Shows the server's message if it refuses. */
async function follow(target: FollowTarget, isOn: boolean): Promise<void> {
  const result = await setFollowed(target, isOn)
  if (!result.ok) return
  const { name } = target
  toast({
    id: 'follow',
    tone: isOn ? 'success' : 'info',
    text: isOn ? followText('follow.done', { name }) : followText('follow.gone', { name }),
    ...(!isOn && { action: { label: followText('follow.undo'), onPress: () => void follow(target, true) } }),
  })
}

/** Whether the target is followed, and the function that changes it. */
function useFollow(target: FollowTarget): { isOn: boolean; toggle: () => void } {
  const { list } = useAtomValue(followsAtom)
  useEffect(watchFollows, [])
  const isOn = isFollowed(list, target)
  const { kind, name, logo } = target
  const toggle = useCallback(() => void follow({ kind, name, logo }, !isOn), [kind, name, logo, isOn])
  return { isOn, toggle }
}
