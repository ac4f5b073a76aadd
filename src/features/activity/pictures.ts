import type { ActivityName } from '#protocol/activities/definition.ts'
import type { ActivityPicture } from './activity-parts.ts'
import { NOVICE_PICTURE } from './kinds/Novice.tsx'
import { RED_RAIN_PICTURE } from './kinds/RedRain.tsx'
import { SIGN_IN_PICTURE } from './kinds/SignIn.tsx'
import { WHEEL_PICTURE } from './kinds/Wheel.tsx'

/** The picture of each kind. One line each. */
export const PICTURES: Partial<Readonly<Record<ActivityName, ActivityPicture>>> = {
  signIn: SIGN_IN_PICTURE,
  novice: NOVICE_PICTURE,
  spinWheel: WHEEL_PICTURE,
  redRain: RED_RAIN_PICTURE,
}
