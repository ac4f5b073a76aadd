import type { ActivityName } from '#protocol/activities/definition.ts'
import type { ActivityPicture } from './activity-parts.ts'
import { BREAKOUT_PICTURE } from './kinds/Breakout.tsx'
import { GUESS_PICTURE } from './kinds/Guess.tsx'
import { INVITE_PICTURE } from './kinds/Invite.tsx'
import { LOTTERY_PICTURE } from './kinds/Lottery.tsx'
import { DEPOSIT_BONUS_PICTURE } from './kinds/DepositBonus.tsx'
import { DIVIDEND_PICTURE } from './kinds/Dividend.tsx'
import { NOVICE_PICTURE } from './kinds/Novice.tsx'
import { QUIZ_PICTURE } from './kinds/Quiz.tsx'
import { RED_RAIN_PICTURE } from './kinds/RedRain.tsx'
import { SIGN_IN_PICTURE } from './kinds/SignIn.tsx'
import { SPONSOR_PICTURE } from './kinds/Sponsor.tsx'
import { WHEEL_PICTURE } from './kinds/Wheel.tsx'

/** The picture of each kind. One line each. */
export const PICTURES: Partial<Readonly<Record<ActivityName, ActivityPicture>>> = {
  signIn: SIGN_IN_PICTURE,
  novice: NOVICE_PICTURE,
  spinWheel: WHEEL_PICTURE,
  redRain: RED_RAIN_PICTURE,
  lottery: LOTTERY_PICTURE,
  guess: GUESS_PICTURE,
  euroQuiz: QUIZ_PICTURE,
  breakout: BREAKOUT_PICTURE,
  invite: INVITE_PICTURE,
  sponsor: SPONSOR_PICTURE,
  weeklyDividend: DIVIDEND_PICTURE,
  monthlyDividend: DIVIDEND_PICTURE,
  firstDeposit: DEPOSIT_BONUS_PICTURE,
  continueDeposit: DEPOSIT_BONUS_PICTURE,
}
