import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, failure, type Result, success } from '#protocol/result.ts'
import { clientOf, openSession } from '../auth/auth.ts'
import { confirmCaller } from './confirm-password.ts'
import type { Handlers } from '../../http/context.ts'
import type { SignInTicket } from '../../members/passkeys/passkeys.ts'
import type { SecurityServices } from './security-services.ts'

type Calls = Pick<Handlers, Extract<keyof Handlers, `passkey.${string}`>>

/** Passkeys of the member, and the sign-in with one. */
export function passkeyCalls(services: SecurityServices): Calls {
  return { ...ownCalls(services), ...signInCalls(services) }
}

function ownCalls(services: SecurityServices) {
  const { passkeys, memberSecurity, securityLog, sessions } = services
  return {
    'passkey.list': async (_params, { session }) => success({ list: await passkeys.list(session.memberId) }),

    'passkey.registerOptions': async (proof, call) => {
      const refused = await confirmCaller(services, proof, call)
      if (refused) return refused
      const { memberId, sessionId } = call.session
      const { publicId, name, nickname } = await memberSecurity.row(memberId)
      const options = await passkeys.registerOptions({ memberId, sessionId, publicId, name, nickname }, call)
      return options ? success({ options }) : noRelyingParty()
    },

    'passkey.register': async ({ label, response }, call) => {
      const added = await passkeys.register(call.session, call, { label, response })
      if (added === 'expired') return failureOf(CODES.TICKET_EXPIRED)
      if (added === 'full') return failure(CODES.LIMIT_EXCEEDED, '通行密钥最多 10 个，请先删除用不到的')
      if (added === 'refused') return failure(CODES.PARAM_ERROR, '无法添加这个通行密钥，请重试')
      await securityLog.add(call.session.memberId, 'passkey-added', clientOf(call))
      return success({})
    },

    'passkey.confirmOptions': async (_params, call) =>
      beginResult(await passkeys.confirmOptions(call.session.memberId, call)),

    'passkey.remove': async ({ id, ...proof }, call) => {
      const { memberId, sessionId } = call.session
      const refused = await confirmCaller(services, proof, call)
      if (refused) return refused
      if (!(await passkeys.remove(memberId, id))) return failureOf(CODES.NOT_FOUND)
      await securityLog.add(memberId, 'passkey-removed', clientOf(call))
      await sessions.endOthersOf(memberId, sessionId, CODES.AUTH_ERROR)
      return success({})
    },

    'passkey.setRequired': async ({ isRequired, ...proof }, call) => {
      const { memberId, sessionId } = call.session
      const refused = await confirmCaller(services, proof, call)
      if (refused) return refused
      if (!(await passkeys.setRequired(memberId, isRequired))) return failure(CODES.PARAM_ERROR, '请先添加通行密钥')
      await securityLog.add(memberId, isRequired ? 'passkey-required' : 'passkey-optional', clientOf(call))
      if (!isRequired) await sessions.endOthersOf(memberId, sessionId, CODES.AUTH_ERROR)
      return success({})
    },
  } satisfies Partial<Calls>
}

function signInCalls({ passkeys, sessions, accountCare }: SecurityServices) {
  return {
    'passkey.signInOptions': async (_params, call) => beginResult(await passkeys.signInOptions(call)),

    'passkey.signIn': async ({ ticket, response }, call) => {
      const client = clientOf(call)
      const verified = await passkeys.verify(ticket, call, response)
      if (verified === 'expired') return failureOf(CODES.TICKET_EXPIRED)
      if ('refusedMemberId' in verified || verified.isBlocked) {
        const memberId = 'refusedMemberId' in verified ? verified.refusedMemberId : verified.memberId
        const code = 'refusedMemberId' in verified ? CODES.NAME_OR_PASSWORD_WRONG : CODES.ACCOUNT_BLOCKADE
        await sessions.record({ kind: 'login-failed', memberId, code, ...client })
        return code === CODES.ACCOUNT_BLOCKADE ? failureOf(code) : failure(code, '通行密钥验证失败，请重试')
      }
      return openSession({ sessions, accountCare }, verified.memberId, call, null)
    },
  } satisfies Partial<Calls>
}

function beginResult(begun: SignInTicket | null): Result<SignInTicket> {
  return begun ? success(begun) : noRelyingParty()
}

/** The calling page has no host name that a passkey can be bound to. */
function noRelyingParty(): Failure {
  return failure(CODES.PARAM_ERROR, '当前地址不能使用通行密钥')
}
