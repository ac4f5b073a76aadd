import type { Failure } from '#protocol/result.ts'

/**
 * Whether the transport says that nobody knows yet what became of a money call, and that it goes on asking under the
 * same key (settled 7). Its `settled` notice tells the outcome.
 */
export function isOpenOutcome({ details }: Failure): boolean {
  return typeof details === 'object' && details !== null && 'isPending' in details && details.isPending === true
}
