import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { maskAccount } from '#protocol/rules/wallet.ts'
import { clientOf } from '../auth/auth.ts'
import { bindingCalls } from './binding.ts'
import { confirmPassword } from './confirm-password.ts'
import type { Handlers, MemberCall } from '../../http/context.ts'
import { passkeyCalls } from './passkey.ts'
import type { SecurityServices } from './security-services.ts'
import { fieldFailure, newPassword as readNewPassword, typedPassword } from './typed-password.ts'
import { withdrawPasswordCalls } from './withdraw-password.ts'
import { refreshMember } from '../../members/refresh-member.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import { maskEmail, maskName } from '../../members/security/member-security.ts'

type Prefix = 'bind' | 'device' | 'passkey' | 'password' | 'security' | 'withdrawPassword'
type Calls = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

/** Security centre, binding wizard, passkeys and devices. */
export function securityCalls(services: SecurityServices): Calls {
  return {
    ...overviewCalls(services),
    ...changeCalls(services),
    ...bindingCalls(services),
    ...withdrawPasswordCalls(services),
    ...passkeyCalls(services),
    ...deviceCalls(services),
  }
}

function overviewCalls({ contacts, memberSecurity, securityLog, withdrawPasswords }: SecurityServices) {
  return {
    'security.overview': async (_params, { session }) => {
      const { memberId } = session
      const [row, phone, email, hasWithdrawPassword, passkeys] = await Promise.all([
        memberSecurity.row(memberId),
        contacts.of(memberId, 'phone'),
        contacts.of(memberId, 'email'),
        withdrawPasswords.has(memberId),
        memberSecurity.passkeyCount(memberId),
      ])
      return success({
        name: row.name,
        phone: phone?.kind === 'phone' ? { areaCode: phone.areaCode, masked: maskAccount(phone.phone) } : null,
        email: email?.kind === 'email' ? maskEmail(email.email) : null,
        realName: row.realName === null ? null : maskName(row.realName),
        hasWithdrawPassword,
        passwordChangedAt: row.passwordChangedAt,
        passkeys,
        isPasskeyRequired: row.isPasskeyRequired,
        idleMinutes: row.idleMinutes,
      })
    },

    'security.history': async ({ pageNum }, { session }) =>
      success(await securityLog.history(session.memberId, pageNum)),

    'security.notice': async (_params, { session, deviceId }) =>
      success({ notice: await securityLog.oldestNotice(session.memberId, deviceId) }),

    'security.acknowledge': async ({ id }, { session }) =>
      (await securityLog.acknowledge(session.memberId, id)) ? success({}) : failureOf(CODES.NOT_FOUND),
  } satisfies Partial<Calls>
}

function changeCalls(services: SecurityServices) {
  const { members, sessions, tickets, limits, memberSecurity, securityLog } = services
  return {
    'password.update': async ({ oldPassword, newPassword }, call) => {
      const { session } = call
      const former = typedPassword(oldPassword, call)
      if (!former.ok) return former
      const { name: userName } = await memberSecurity.row(session.memberId)
      const typed = readNewPassword(newPassword, { field: 'newPassword', userName }, call)
      if (!typed.ok) return typed
      if (typed.data === former.data) return fieldFailure('newPassword', '新密码不能和原密码相同')
      const refused = await confirmPassword(services, oldPassword, call)
      if (refused) return refused
      const limited = limits.ofPasswordCheck('new password')
      if (limited) return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
      await members.setPassword(session.memberId, typed.data)
      await tickets.revoke(session.memberId)
      await sessions.endOthersOf(session.memberId, session.sessionId, CODES.PASSWORD_CHANGED)
      await securityLog.add(session.memberId, 'password-changed', clientOf(call))
      await refreshMember({ members, sessions }, session.memberId)
      return success({})
    },

    'security.logoutSetup': async ({ idleMinutes, logoutOthers }, call) => {
      const { session } = call
      await setIdleMinutes(services, idleMinutes, call)
      if (logoutOthers) {
        await sessions.endOthersOf(session.memberId, session.sessionId, CODES.AUTH_ERROR)
        await securityLog.add(session.memberId, 'others-signed-out', clientOf(call))
      }
      return success({})
    },
  } satisfies Partial<Calls>
}

async function setIdleMinutes(services: SecurityServices, idleMinutes: number, call: MemberCall): Promise<void> {
  const { memberId } = call.session
  const { memberSecurity, securityLog } = services
  if ((await memberSecurity.row(memberId)).idleMinutes === idleMinutes) return
  await memberSecurity.setIdleMinutes(memberId, idleMinutes)
  await securityLog.add(memberId, 'idle-changed', clientOf(call))
  await refreshMember(services, memberId)
}

/** Devices on which a member is signed in, and remote sign-out (S7.4). Sockets close with their session. */
export function deviceCalls({
  sessions,
}: {
  readonly sessions: Pick<Sessions, 'devices' | 'end'>
}): Pick<Handlers, 'device.list' | 'device.remove'> {
  return {
    'device.list': async (_params, { session }) => {
      const devices = await sessions.devices(session.memberId)
      const list = devices.map((device) => ({ ...device, isThis: device.id === session.sessionId }))
      return success({ list: [...list.filter(({ isThis }) => isThis), ...list.filter(({ isThis }) => !isThis)] })
    },

    'device.remove': async ({ id }, { session }) => {
      if (id === session.sessionId) {
        return failure(CODES.PARAM_ERROR, '这是当前设备，请用退出登录', { details: { fields: { id: '这是当前设备' } } })
      }
      // The response for another member's session equals that for one that does not exist.
      const own = await sessions.devices(session.memberId)
      if (!own.some((device) => device.id === id)) return failureOf(CODES.NOT_FOUND)
      await sessions.end(id, CODES.AUTH_ERROR)
      return success({})
    },
  }
}
