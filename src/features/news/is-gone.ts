import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'

/** Whether nothing is there for good: nobody knows the id of the address, or the address holds none that could be one. */
export function isGoneFor(failure: Pick<Failure, 'code'> | null): boolean {
  return failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR
}
