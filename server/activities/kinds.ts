import type { ActivityName } from '#protocol/activities/definition.ts'
import type { ActivityKind } from './kind.ts'
import { breakoutKind } from './kinds/breakout.ts'
import { euroQuizKind } from './kinds/euro-quiz.ts'
import { guessKind } from './kinds/guess.ts'
import { inviteKind } from './kinds/invite.ts'
import { lotteryKind } from './kinds/lottery.ts'
import { continueDepositKind, firstDepositKind } from './kinds/deposit-bonus.ts'
import { monthlyDividendKind, weeklyDividendKind } from './kinds/dividend.ts'
import { noviceKind } from './kinds/novice.ts'
import { redRainKind } from './kinds/red-rain.ts'
import { signInKind } from './kinds/sign-in.ts'
import { spinWheelKind } from './kinds/spin-wheel.ts'
import { sponsorKind } from './kinds/sponsor.ts'

/** The kinds of activities. One line each. */
export const KINDS: Partial<Readonly<Record<ActivityName, ActivityKind<never>>>> = {
  signIn: signInKind,
  novice: noviceKind,
  spinWheel: spinWheelKind,
  redRain: redRainKind,
  lottery: lotteryKind,
  guess: guessKind,
  euroQuiz: euroQuizKind,
  breakout: breakoutKind,
  invite: inviteKind,
  sponsor: sponsorKind,
  weeklyDividend: weeklyDividendKind,
  monthlyDividend: monthlyDividendKind,
  firstDeposit: firstDepositKind,
  continueDeposit: continueDepositKind,
}
