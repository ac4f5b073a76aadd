import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { passwordProblem } from '#protocol/rules/account.ts'
import type { CallLimits } from '../pipeline/call-limits.ts'
import type { CallContext, Handlers } from './context.ts'
import type { Members } from '../../members/members.ts'
import { PasswordRefusal } from '../../members/passwords.ts'
import type { AccountCare } from '../../members/account-care.ts'
import type { SignInGuard } from '../../members/sign-in-guard.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { Verification } from '../../members/verification/verification.ts'
import { checkSignIn } from './sign-in-check.ts'
import { createDecipheriv } from 'node:crypto'
import { fromBase64Url } from '#protocol/bytes.ts'

export interface AuthServices {
  readonly sessions: Sessions
  readonly members: Members
  readonly guard: SignInGuard
  readonly verification: Verification
  readonly accountCare: Pick<AccountCare, 'noteSignIn'>
  readonly limits: Pick<CallLimits, 'ofPasswordCheck'>
}

/** Format of the legacy hash of accounts without an argon2id hash. There are none yet. */
const OLD_PASSWORD = /^[0-9a-f]{32}$/

type AuthCalls = Pick<Handlers, 'auth.login' | 'auth.loginV3' | 'auth.webLogin' | 'auth.logout' | 'auth.session'>

export function authCalls({ sessions, members, guard, verification, accountCare, limits }: AuthServices): AuthCalls {
  const login = async (
    kind: 'auth.login' | 'auth.webLogin',
    params: RequestOf<'auth.login'>,
    call: CallContext,
  ): Promise<Result<DataOf<'auth.login'>>> => {
    const { name, timewd, oldPassword } = params
    const secret = call.wdKey === null ? null : decodeTimewd(timewd, call.wdKey)
    if (secret === null || !OLD_PASSWORD.test(oldPassword)) return failureOf(CODES.PARAM_ERROR)
    if (Math.abs(call.now - secret.time) > TIMEWD_WINDOW_MS) {
      return failure(CODES.PARAM_ERROR, '登录信息已过期，请重试', { details: { serverTime: call.now } })
    }
    const client = clientOf(call)
    const stopped = await checkSignIn({ guard, verification }, params, call)
    if (stopped) {
      if (stopped.code === CODES.CURRENT_LIMITING_B) {
        await sessions.record({ kind: 'login-locked', memberId: null, code: stopped.code, ...client })
      }
      return stopped
    }
    const limited = limits.ofPasswordCheck(kind)
    if (limited) {
      await guard.cancelAttempt(name, call.deviceId)
      return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
    }
    const found = await members.checkPassword(name, secret.password).catch(refusalOnly)
    if (found instanceof PasswordRefusal) {
      await guard.cancelAttempt(name, call.deviceId)
      return failureOf(found.code)
    }
    const code = found ? found.code : CODES.NAME_OR_PASSWORD_WRONG
    if (!found || code !== null) {
      await sessions.record({ kind: 'login-failed', memberId: found?.memberId ?? null, code, ...client })
      return failureOf(code ?? CODES.NAME_OR_PASSWORD_WRONG)
    }
    await guard.giveBack(name, call.deviceId)
    await accountCare.noteSignIn(found.memberId, passwordProblem(secret.password, name) !== null)
    const { token, expireAt, session, previous } = await sessions.create(found.memberId, client)
    return success({ token, expireAt, member: session.member, lastSession: previous })
  }

  return {
    'auth.login': (params, call) => login('auth.login', params, call),
    'auth.loginV3': (params, call) => login('auth.login', params, call),
    'auth.webLogin': (params, call) => login('auth.webLogin', params, call),

    'auth.logout': async (_, { session }) => {
      if (session) await sessions.end(session.sessionId, CODES.AUTH_ERROR)
      return success({})
    },

    'auth.session': async (_, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const member = await members.profile(session.memberId)
      return member ? success({ member, expireAt: session.expireAt }) : failureOf(CODES.AUTH_ERROR)
    },
  }
}

function refusalOnly(error: unknown): PasswordRefusal {
  if (error instanceof PasswordRefusal) return error
  throw error
}

function clientOf({ deviceId, clientType, address }: CallContext) {
  return { deviceId, clientType, address }
}

const IV_BYTES = 16
/** S3.1: maximum difference between the contained time and the server time. */
export const TIMEWD_WINDOW_MS = 5 * 60_000

/**
 * Decodes `timewd` (S3.1): base64url( iv 16 | AES-256-CBC(`password|serverTimeMs`) ). Returns null for anything else,
 * without a reason for the sender.
 */
export function decodeTimewd(text: string, key: Uint8Array): { password: string; time: number } | null {
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
