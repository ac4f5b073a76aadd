import { CODES, RATE_LIMIT_CODES, SESSION_END_CODES } from '#protocol/codes.ts'
import { type EndpointName, ENDPOINTS } from '#protocol/endpoints/table.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import { RESTRICTING_TAGS } from '#protocol/rules/activity.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import { resultOf } from './response.ts'

/** Codes after which it is unknown whether the server has booked. */
const UNKNOWN: ReadonlySet<number> = new Set([
  CODES.TIMEOUT,
  CODES.ABORTED,
  CODES.NETWORK_FAILURE,
  CODES.OFFLINE,
  CODES.BAD_RESPONSE,
  CODES.INTERNAL_ERROR,
  // A browser may resend a request after a connection error. The server then refuses the second copy as a replay.
  CODES.SEAL_REFUSED,
])

/** Refusals of members with a tag, which precede the key check. Activities also refuse with them. */
const TAG_REFUSAL_CODES: ReadonlySet<number> = new Set(Object.values(RESTRICTING_TAGS).map((name) => CODES[name]))

/** Codes after which this request was not booked, but an earlier one with the same key may have been. */
const NOT_PROCESSED: ReadonlySet<number> = new Set([
  ...SESSION_END_CODES,
  CODES.NEED_SAFE,
  CODES.VERIFICATION_CLOSED,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.ACCESS_RESTRICTION_CODE,
  ...RATE_LIMIT_CODES,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.NEED_LOGIN,
  CODES.VERSION_MISMATCH,
  CODES.ORIGIN_REFUSED,
  ...TAG_REFUSAL_CODES,
])

/** True if the result may be a refusal of a tag. A repetition gets it as long as the member has the tag. */
export function isTagRefusal(result: Result<unknown>): boolean {
  return !result.ok && TAG_REFUSAL_CODES.has(result.code)
}

/** True if it is unknown whether the server has booked. */
export function isUnknown(result: Result<unknown>): boolean {
  return !result.ok && UNKNOWN.has(result.code)
}

/** True if the result is final for its key. `mayBeBooked`: an earlier request with this key may have reached the server. */
export function isSettled(result: Result<unknown>, mayBeBooked: boolean): boolean {
  if (result.ok) return true
  return !UNKNOWN.has(result.code) && !(mayBeBooked && NOT_PROCESSED.has(result.code))
}

/** Failure for a call whose outcome is unknown. The call is settled in the background. */
export function pendingFailure(result: Failure, key: string): Failure {
  return { ...result, details: { isPending: true, idempotencyKey: key } }
}

/** Failure of a call that was not sent because another member is signed in. */
export function otherMember(): Failure {
  return failure(CODES.ABORTED, '账号已切换，没有提交')
}

/**
 * Settled 7: fetches the outcome of a money call that is not resent because it carried a secret. Returns null if the
 * outcome is not known yet.
 */
export async function fetchOutcome(
  caller: Pick<Caller, 'call'>,
  endpoint: EndpointName,
  idempotencyKey: string,
  deadline?: Deadline,
): Promise<Result<unknown> | null> {
  const result = await caller.call('operation.result', { idempotencyKey, endpoint }, deadline ? { deadline } : {})
  if (!result.ok) return null
  const { state, code, message, data } = result.data
  if (state === 'unknown') return neverBooked(code, message)
  const body = { code, msg: message, data, time: 0, traceId: result.traceId ?? '' }
  return resultOf(ENDPOINTS[endpoint], body, 200)
}

/** Nothing was booked under the key, and the server refuses late copies of the request. */
function neverBooked(code: number, message: string): Failure {
  return failure(
    code === CODES.SUCCESS ? CODES.NOT_FOUND : code,
    message === '' ? '这笔操作没有成功，请重新提交' : message,
  )
}
