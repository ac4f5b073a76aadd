import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'

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
