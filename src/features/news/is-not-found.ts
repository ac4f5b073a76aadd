import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'

/** Returns whether the item does not exist: its id is unknown or invalid. */
export function isNotFound(failure: Pick<Failure, 'code'> | null): boolean {
  return failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR
}
