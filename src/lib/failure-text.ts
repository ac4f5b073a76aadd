import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { isConnectionFailure } from './failures.ts'

/**
 * Returns the text for a failed read: that it is retried automatically after a connection failure, otherwise the server's
 * message, otherwise `fallback`.
 */
export function failureText(failure: Failure | null | undefined, fallback: string): string {
  if (!failure) return fallback
  return isConnectionFailure(failure) ? commonText('state.cutOff') : failure.message || fallback
}
