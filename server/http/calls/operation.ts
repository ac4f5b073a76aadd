import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import { ENDPOINTS, type EndpointName } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from './context.ts'
import { operationResult } from '../../wallet/ledger/operation-result.ts'
import type { Database } from '../../database/database.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { wireOrder } from './wallet.ts'

export interface OperationServices {
  readonly database: Pick<Database, 'db'>
  readonly wallet: Pick<Wallet, 'orders'>
}

/**
 * Results of money calls, which are never sent again (settled 7). Keys belong to the calling member. The data has the
 * shape of the response of the call; an order is in its current state.
 */
export function operationCalls({ database, wallet }: OperationServices): Pick<Handlers, 'operation.result'> {
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
      const { orderNo } = found.data ?? {}
      const order = typeof orderNo === 'string' ? await wallet.orders.find(orderNo, session.memberId) : null
      return success({ state: 'settled', code: found.code, message, data: order ? wireOrder(order) : found.data })
    },
  }
}

function isMoneyCall(name: string): name is EndpointName {
  return Object.hasOwn(ENDPOINTS, name) && ENDPOINTS[name as EndpointName].idempotent
}
