import { isCalm, machine } from '#state/effects/effects-calm.ts'
import { useReducedMotion } from '#ui/use-media.ts'

/** Whether effects stand still here. */
export function useCalm(): boolean {
  const prefersReducedMotion = useReducedMotion()
  return isCalm({ prefersReducedMotion, ...machine() })
}
