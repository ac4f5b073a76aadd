import { createDecipheriv } from 'node:crypto'
import { fromBase64Url } from '#protocol/bytes.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { passwordProblem } from '#protocol/rules/member/account.ts'
import { isCommonPassword } from '#protocol/rules/member/common-passwords.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { CallContext } from '../../http/context.ts'

const IV_BYTES = 16
/** S3.1: maximum difference between the contained time and the server time. */
const TIMEWD_WINDOW_MS = 5 * MINUTE_MS

/** The password in one of an endpoint's `passwordFields`, or the failure to return. */
export function typedPassword(text: string, { now, wdKey }: Pick<CallContext, 'now' | 'wdKey'>): Result<string> {
  const secret = wdKey === null ? null : decodeTimewd(text, wdKey)
  if (secret === null) return failureOf(CODES.PARAM_ERROR)
  if (Math.abs(now - secret.time) > TIMEWD_WINDOW_MS) {
    return failure(CODES.PARAM_ERROR, '页面停留过久，请重试', { details: { serverTime: now } })
  }
  return success(secret.password)
}

/** A new password in the field `field`, checked by S5.1-S5.6, or the failure to return. */
export function newPassword(
  text: string,
  { field, userName }: { readonly field: string; readonly userName: string },
  call: Pick<CallContext, 'now' | 'wdKey'>,
): Result<string> {
  const typed = typedPassword(text, call)
  if (!typed.ok) return typed
  const problem =
    passwordProblem(typed.data, userName) ?? (isCommonPassword(typed.data) ? '这个密码太常见，请换一个' : null)
  return problem === null ? typed : fieldFailure(field, problem)
}

/** PARAM_ERROR whose text belongs to a field. */
export function fieldFailure(field: string, problem: string) {
  return failure(CODES.PARAM_ERROR, problem, { details: { fields: { [field]: problem } } })
}

/**
 * Decodes `timewd` (S3.1): base64url( iv 16 | AES-256-CBC(`password|serverTimeMs`) ). Returns null for anything else,
 * without a reason for the sender.
 */
function decodeTimewd(text: string, key: Uint8Array): { password: string; time: number } | null {
  try {
    const bytes = fromBase64Url(text)
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, IV_BYTES))
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()])
    const [, password, time] = /^(.*)\|(\d{1,16})$/s.exec(plain.toString('utf8')) ?? []
    return password === undefined || time === undefined ? null : { password, time: Number(time) }
  } catch {
    return null
  }
}
