import { RED_RAIN, type RedRainRule } from '#protocol/activities/red-rain.ts'
import type { ActivityKind } from '../kind.ts'

/** S7.103: parts begin by grabs, see `RedRain`, and are paid at once. */
export const redRainKind: ActivityKind<RedRainRule> = {
  definition: RED_RAIN,
  isAutomatic: false,
  eligible: () => Promise.resolve([]),
  progress: () => Promise.resolve({}),
}
