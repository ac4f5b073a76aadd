import type { ActivityName } from '#protocol/activities/definition.ts'
import type { ActivityKind } from './kind.ts'
import { noviceKind } from './kinds/novice.ts'
import { redRainKind } from './kinds/red-rain.ts'
import { signInKind } from './kinds/sign-in.ts'
import { spinWheelKind } from './kinds/spin-wheel.ts'

/** The kinds of activities. One line each. */
export const KINDS: Partial<Readonly<Record<ActivityName, ActivityKind<never>>>> = {
  signIn: signInKind,
  novice: noviceKind,
  spinWheel: spinWheelKind,
  redRain: redRainKind,
}
