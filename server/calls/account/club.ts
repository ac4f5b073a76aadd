import { CODES, failureOf, PLAY_STOP_CODES } from '#protocol/codes.ts'
import { KEEP_DAYS, VIP_GRADES } from '#protocol/club/grades.ts'
import type { Received } from '#protocol/endpoints/club.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Club } from '../../club/club.ts'
import { nextCountAt } from '../../club/standings.ts'
import type { Handlers, MoneyCall } from '../../http/context.ts'
import type { Limits } from '../../wallet/limits/limits.ts'

type Calls = Pick<Handlers, Extract<keyof Handlers, `${'vip' | 'birthCash' | 'rebate' | 'welfare'}.${string}`>>

interface ClubCallServices {
  readonly club: Club
  readonly playLimits: Pick<Limits, 'refusal'>
}

/** VIP, rebates, birthday gift and welfare center (S1.16, S1.18). */
export function clubCalls({ club, playLimits }: ClubCallServices): Calls {
  const { claims, rebates, birthdayGifts } = club

  /** Claims an item. A site without rebates pays none. */
  async function receive(id: string, { session, site, idempotencyKey }: MoneyCall): Promise<Result<Received>> {
    if (id.startsWith(`${rebates.kind}:`) && site.vipRebateSwitch !== 1) return failureOf(CODES.NOT_FOUND)
    const result = await claims.receive(session.memberId, id, idempotencyKey)
    if (result.ok || !PLAY_STOP_CODES.includes(result.code)) return result
    return playLimits.refusal(session.memberId, result.code, 'promotion')
  }

  return {
    'vip.grades': async () => success({ keepDays: KEEP_DAYS, grades: [...VIP_GRADES] }),
    'vip.mine': async (_params, { session }) => success(await club.vipOf(session.memberId)),
    'vip.history': async (_params, { session }) => success(await club.historyOf(session.memberId)),

    'birthCash.check': async (_params, { session, now }) => success(await birthdayGifts.check(session.memberId, now)),
    'birthCash.receive': async (_params, call) =>
      receive(await birthdayGifts.currentId(call.session.memberId, call.now), call),

    'rebate.list': async (_params, { session, site, now }) =>
      site.vipRebateSwitch === 1
        ? success(await rebates.overview(session.memberId, session.member, now))
        : failureOf(CODES.NOT_FOUND),
    'rebate.receive': async ({ id }, call) =>
      id.startsWith(`${rebates.kind}:`) ? receive(id, call) : failureOf(CODES.NOT_FOUND),

    'welfare.list': async (_params, { session, site, now }) => {
      const all = await claims.list(session.memberId)
      const list = site.vipRebateSwitch === 1 ? all : all.filter(({ kind }) => kind !== rebates.kind)
      return success({ list, nextCountAt: nextCountAt(now) })
    },
    'welfare.receive': async ({ id }, call) => receive(id, call),
  }
}
