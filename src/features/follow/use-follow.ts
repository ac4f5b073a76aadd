import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import { ft } from '#lib/text/follow.ts'
import type { FollowTarget } from '#state/session/follows.ts'
import { followsAtom, isFollowed, setFollowed, watchFollows } from '#state/session/follows.ts'
import { toast } from '#ui/toast-manager.ts'

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
