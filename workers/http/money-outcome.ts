import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import { resultOf } from './response.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'

/** After these nobody knows whether the server has booked. */
const UNKNOWN: ReadonlySet<number> = new Set([
  CODES.TIMEOUT,
  CODES.ABORTED,
  CODES.NETWORK_FAILURE,
  CODES.OFFLINE,
  CODES.BAD_RESPONSE,
  CODES.INTERNAL_ERROR,
  // Browsers send a request again by themselves when a connection breaks: then the second copy is refused as a replay.
  CODES.SEAL_REFUSED,
])

/** After these this request was not booked, but an earlier one with the same key may have been. */
const NOT_LOOKED_AT: ReadonlySet<number> = new Set([
  CODES.AUTH_ERROR,
  CODES.LOGIN_ELSEWHERE_ERROR,
  CODES.ACCOUNT_BLOCKADE,
  CODES.PASSWORD_CHANGED,
  CODES.IP_BLOCKADE,
  CODES.DEVICE_BLOCKADE,
  CODES.NEED_SAFE,
  CODES.VERIFICATION_CLOSED,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.ACCESS_RESTRICTION_CODE,
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.NEED_LOGIN,
  CODES.VERSION_MISMATCH,
])

/** True when nobody knows what the server has done. */
export function isUnknown(result: Result<unknown>): boolean {
  return !result.ok && UNKNOWN.has(result.code)
}

/** True when the server's answer is final for its key. `isDoubtful`: an earlier request with this key may have arrived. */
export function isSettled(result: Result<unknown>, isDoubtful: boolean): boolean {
  if (result.ok) return true
  return !UNKNOWN.has(result.code) && !(isDoubtful && NOT_LOOKED_AT.has(result.code))
}

/** What the caller is told when the outcome is still open: it is settled in the background. */
export function openOutcome(result: Failure, key: string): Failure {
  return { ...result, details: { isPending: true, idempotencyKey: key } }
}

/** A call of one member while another one is signed in: it was not sent. */
export function otherMember(): Failure {
  return failure(CODES.ABORTED, '账号已切换，没有提交')
}

/** Settled 7: what became of a money call that is never sent again because it carried a secret; null = not known yet. */
export async function lookUp(
  caller: Pick<Caller, 'call'>,
  endpoint: EndpointName,
  idempotencyKey: string,
  deadline?: Deadline,
): Promise<Result<unknown> | null> {
  const asked = await caller.call('operation.result', { idempotencyKey, endpoint }, deadline ? { deadline } : {})
  if (!asked.ok) return null
  const { state, code, message, data } = asked.data
  if (state === 'unknown') return neverBooked(code, message)
  const answer = { code, msg: message, data, time: 0, traceId: asked.traceId ?? '' }
  return resultOf(ENDPOINTS[endpoint], answer, 200)
}

/** Nothing was booked under the key, and a late copy of the request can no longer come. */
function neverBooked(code: number, message: string): Failure {
  return failure(
    code === CODES.SUCCESS ? CODES.NOT_FOUND : code,
    message === '' ? '这笔操作没有成功，请重新提交' : message,
  )
}
