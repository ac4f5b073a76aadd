import { CODES, codeText } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { Failure } from '#protocol/result.ts'
import type { CallContext, Handlers, Members } from '../context.ts'
import type { SignInGuard } from '../members/sign-in-guard.ts'
import type { SessionsHome } from '../sessions/sessions.ts'
import { decodeTimewd, TIMEWD_WINDOW_MS } from './timewd.ts'

export interface AuthServices {
  readonly sessions: SessionsHome
  readonly members: Members
  readonly guard: SignInGuard
}

/** The form of the legacy hash; it moves accounts over that have no argon2id hash yet, of which there are none. */
const OLD_PASSWORD = /^[0-9a-f]{32}$/

export function authCalls({
  sessions,
  members,
  guard,
}: AuthServices): Pick<Handlers, 'auth.login' | 'auth.logout' | 'auth.session'> {
  return {
    'auth.login': async ({ name, timewd, oldPassword }, call) => {
      const secret = call.wdKey === null ? null : decodeTimewd(timewd, call.wdKey)
      if (secret === null || !OLD_PASSWORD.test(oldPassword)) return refusal(CODES.PARAM_ERROR)
      if (Math.abs(call.now - secret.time) > TIMEWD_WINDOW_MS) {
        return failure(CODES.PARAM_ERROR, '登录信息已过期，请重试', { details: { serverTime: call.now } })
      }
      const client = clientOf(call)
      const until = await guard.take(name, call.deviceId)
      if (until !== null) {
        await sessions.record({ kind: 'login-locked', memberId: null, code: CODES.CURRENT_LIMITING_B, ...client })
        return failure(CODES.CURRENT_LIMITING_B, '密码错误次数过多，请稍后再试', { details: { until } })
      }
      const found = await members.checkPassword(name, secret.password)
      const code = found ? found.code : CODES.NAME_OR_PASSWORD_WRONG
      if (!found || code !== null) {
        await sessions.record({ kind: 'login-failed', memberId: found?.memberId ?? null, code, ...client })
        return refusal(code ?? CODES.NAME_OR_PASSWORD_WRONG)
      }
      await guard.giveBack(name, call.deviceId)
      const { token, expireAt, session, previous } = await sessions.create(found.memberId, client)
      return success({ token, expireAt, member: session.member, lastSession: previous })
    },

    'auth.logout': async (_, { session }) => {
      if (session) await sessions.end(session.sessionId, CODES.AUTH_ERROR)
      return success({})
    },

    'auth.session': async (_, { session }) => {
      if (!session) return refusal(CODES.NEED_LOGIN)
      const member = await members.profile(session.memberId)
      return member ? success({ member, expireAt: session.expireAt }) : refusal(CODES.AUTH_ERROR)
    },
  }
}

function refusal(code: number): Failure {
  return failure(code, codeText(code))
}

function clientOf({ deviceId, clientType, address }: CallContext) {
  return { deviceId, clientType, address }
}
