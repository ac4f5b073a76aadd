import { CODES, failureOf, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { type Result, success } from '#protocol/result.ts'
import { isBarredFromActivities } from '#protocol/rules/activity.ts'
import type { Club } from '../../club/club.ts'
import type { Spender } from '../../club/points.ts'
import { maskedName } from '../../games/rounds.ts'
import type { Handlers, MemberCall } from '../../http/context.ts'
import type { Members } from '../../members/members.ts'
import type { Limits } from '../../wallet/limits/limits.ts'

type Calls = Pick<Handlers, Extract<keyof Handlers, `${'points' | 'soccerLottery'}.${string}`>>

interface PointsCallServices {
  readonly club: Pick<Club, 'points' | 'soccerLottery'>
  readonly members: Pick<Members, 'profile'>
  readonly playLimits: Pick<Limits, 'refusal'>
}

/** Points and soccer lottery (S7.86, S7.87). */
export function pointsCalls({ club, members, playLimits }: PointsCallServices): Calls {
  const { points, soccerLottery } = club

  /** Says until when an exclusion lasts. */
  async function explained<Data>(result: Result<Data>, { session }: MemberCall): Promise<Result<Data>> {
    if (result.ok || !PLAY_STOP_CODES.includes(result.code)) return result
    return playLimits.refusal(session.memberId, result.code, 'promotion')
  }

  return {
    'points.get': async (_params, { session }) =>
      success(await points.overview(spenderOf(session), isBarredFromActivities(session.member))),
    'points.records': async ({ before }, { session }) => success(await points.records(session.memberId, before)),
    'points.exchange': async ({ id }, call) =>
      explained(await points.exchange(spenderOf(call.session), id, call.idempotencyKey), call),

    'soccerLottery.info': async (_params, { session }) => success(await soccerLottery.info(spenderOf(session))),
    'soccerLottery.draw': async (wanted, call) => {
      const { session, idempotencyKey } = call
      return explained(await soccerLottery.draw({ ...wanted, ...spenderOf(session), idempotencyKey }), call)
    },
    'soccerLottery.records': async ({ before }, { session }) =>
      success(await soccerLottery.records(session.memberId, before)),
    'soccerLottery.proof': async ({ drawId }) => {
      const proof = await soccerLottery.proof(drawId)
      if (!proof) return failureOf(CODES.NOT_FOUND)
      const { memberId, ...data } = proof
      return success({ ...data, memberName: maskedName((await members.profile(memberId))?.nickname ?? '') })
    },
  }
}

/** A member of a coin currency does not exist; money is paid in CNY then. */
function spenderOf({ memberId, member }: MemberCall['session']): Spender {
  const currency: SettleCurrency = member.currency === 'USDT' ? 'USDT' : 'CNY'
  return { memberId, currency }
}
