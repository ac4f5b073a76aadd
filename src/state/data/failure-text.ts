import type { Failure } from '#protocol/result.ts'
import { t } from '#lib/text/t.ts'
import { isConnectionFailure } from './reconnect.ts'

/**
 * What a screen says of a reading call that failed: that it goes on by itself when it was cut off, else the server's
 * words, else its own.
 */
export function failureText(failure: Failure | null | undefined, own: string): string {
  if (!failure) return own
  return isConnectionFailure(failure) ? t('state.cutOff') : failure.message || own
}
