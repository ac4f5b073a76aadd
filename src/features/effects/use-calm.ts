import { isLowMotion, deviceTraits } from '#state/effects/low-motion.ts'
import { useReducedMotion } from '#ui/use-media.ts'

/** Whether effects stand still here. */
export function useCalm(): boolean {
  const prefersReducedMotion = useReducedMotion()
  return isLowMotion({ prefersReducedMotion, ...deviceTraits() })
}
