import type { Failure } from '#protocol/result.ts'

/**
 * True if the outcome of a money call is unknown and the transport keeps querying it under the same key (settled 7). A
 * `settled` notice reports the outcome.
 */
export function isOpenOutcome({ details }: Failure): boolean {
  return typeof details === 'object' && details !== null && 'isPending' in details && details.isPending === true
}
