import type { Responsible } from '#protocol/endpoints/responsible.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import type { Database } from '../../database/database.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import { answerCheck, countSession, overviewOf } from '../../wallet/limits/overview.ts'
import { statementOf } from '../../wallet/records/statement.ts'
import type { CallContext, Handlers, MemberCall } from '../../http/context.ts'

interface ResponsibleCallServices {
  readonly database: Database
  readonly playLimits: Limits
  readonly now: () => number
}

type Calls = Pick<Handlers, Extract<keyof Handlers, `responsible.${string}`>>

/** Tools of responsible play (Annex I, D.10). Each change returns the new state. */
export function responsibleCalls({ database, playLimits, now }: ResponsibleCallServices): Calls {
  const at = async ({ site }: CallContext) => ({
    now: now(),
    rate: await playLimits.rate(),
    defaultMinutes: site.realityCheckDefaultMinutes,
  })

  /** Runs a change of the caller, then reads the state. */
  async function changed(
    call: MemberCall,
    change: (memberId: string) => Promise<Failure | null | void>,
  ): Promise<Result<Responsible>> {
    const { memberId } = call.session
    const refused = await change(memberId)
    return refused ?? success(await overviewOf(database.db, memberId, await at(call)))
  }

  return {
    'responsible.get': (_params, call) => changed(call, () => Promise.resolve(null)),
    'responsible.setLimit': (wanted, call) => changed(call, (memberId) => playLimits.setLimit(memberId, wanted)),
    'responsible.confirmRaise': ({ id }, call) => changed(call, (memberId) => playLimits.confirmRaise(memberId, id)),
    'responsible.cancelRaise': ({ id }, call) => changed(call, (memberId) => playLimits.cancelRaise(memberId, id)),
    'responsible.timeOut': ({ hours }, call) => changed(call, (memberId) => playLimits.timeOut(memberId, hours)),
    'responsible.selfExclude': ({ months, confirmText }, call) =>
      changed(call, (memberId) => playLimits.selfExclude(memberId, months, confirmText)),
    'responsible.realityCheck': ({ minutes }, call) =>
      changed(call, (memberId) => playLimits.setRealityCheck(memberId, minutes)),

    'responsible.session': async (_params, call) =>
      success(await countSession(database.db, call.session.memberId, await at(call))),

    'responsible.answerCheck': async ({ seconds }, call) =>
      success(await answerCheck(database.db, call.session.memberId, { ...(await at(call)), shown: seconds })),

    'responsible.statement': async ({ period }, { session }) =>
      success(await statementOf(database, session.memberId, { period, now: now() })),
  }
}
