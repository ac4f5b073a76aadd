import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'

const CONNECTION_FAILURES: readonly number[] = [
  CODES.NETWORK_FAILURE,
  CODES.NETWORK_ABNORMAL,
  CODES.LINE_SWITCHING,
  CODES.TIMEOUT,
  CODES.OFFLINE,
]

/** Returns whether a call failed without a response of the server. */
export function isConnectionFailure(failure: Failure | null): boolean {
  return failure !== null && CONNECTION_FAILURES.includes(failure.code)
}

/** Returns whether the item does not exist: its id is unknown or invalid. */
export function isNotFound(failure: Pick<Failure, 'code'> | null): boolean {
  return failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR
}
