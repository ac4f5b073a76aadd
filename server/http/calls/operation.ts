import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import { ENDPOINTS, type EndpointName } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from './context.ts'
import { operationResult } from '../../wallet/ledger/operation-result.ts'
import type { Database } from '../../database/database.ts'

/** Results of money calls, which are never sent again (settled 7). Keys belong to the calling member. */
export function operationCalls({
  database,
}: {
  readonly database: Pick<Database, 'db'>
}): Pick<Handlers, 'operation.result'> {
  return {
    'operation.result': async ({ idempotencyKey, endpoint }, { session, now }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (!isMoneyCall(endpoint)) {
        return failureOf(CODES.PARAM_ERROR, {
          details: { fields: { endpoint: '不在可选范围内' } },
        })
      }
      const found = await operationResult(database, { memberId: session.memberId, idempotencyKey, endpoint }, now)
      if (found.state === 'unknown') {
        return success({ state: 'unknown', code: CODES.NOT_FOUND, message: '这笔操作没有入账', data: null })
      }
      const message = found.code === CODES.SUCCESS ? '' : codeText(found.code)
      return success({ state: 'settled', code: found.code, message, data: found.data })
    },
  }
}

function isMoneyCall(name: string): name is EndpointName {
  return Object.hasOwn(ENDPOINTS, name) && ENDPOINTS[name as EndpointName].idempotent
}
