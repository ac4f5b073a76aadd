import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import type { Holder } from '../../members/verification/holder.ts'
import type { Verification } from '../../members/verification/verification.ts'

type VerificationCalls = Pick<
  Handlers,
  | 'verification.verify'
  | 'captcha.get'
  | 'captcha.check'
  | 'captcha.image'
  | 'captcha.audio'
  | 'afs.config'
  | 'afs.analyze'
  | 'geetest.register'
  | 'geetest.validate'
>

/** Calls of the safety dialog, the robot check and the sign-in form (S4.18-S4.21, S7.14, S7.36, S7.52). */
export function verificationCalls({ verification }: { verification: Verification }): VerificationCalls {
  const { aj, imageCodes, afs, geetest } = verification
  const isSliderOff = ({ site }: CallContext) => site.safeVerifyTypes.afs === 0
  return {
    'verification.verify': async (result, { safety }) => {
      const exchanged = (await safety?.exchange(result)) ?? null
      return exchanged ? success(exchanged) : failureOf(CODES.VERIFY_CODE_ERROR)
    },
    'captcha.get': async (params, call) => success(await aj.get(params, holderOf(call), call.address)),
    'captcha.check': async (params, call) => success(await aj.check(params, holderOf(call), call.address)),
    'captcha.image': async ({ codeId }, call) => success(await imageCodes.image(codeId, holderOf(call))),
    'captcha.audio': async ({ codeId }, call) => success(await imageCodes.audio(codeId, holderOf(call))),
    'afs.config': async (_params, call) => (isSliderOff(call) ? notFound() : success(afs.config())),
    'afs.analyze': async (params, call) => {
      if (isSliderOff(call)) return notFound()
      const verdict = await afs.analyze(params, holderOf(call), call.address)
      return verdict ? success(verdict) : failure(CODES.VERIFY_CODE_ERROR, '失败次数过多，请稍后再试')
    },
    'geetest.register': async (_params, { deviceId, clientType }) =>
      success(await geetest.register(deviceId, clientType)),
    'geetest.validate': async (params, { deviceId }) => success(await geetest.validate(params, deviceId)),
  }
}

/** A kind of check that the site has disabled cannot be started. */
function notFound() {
  return failureOf(CODES.NOT_FOUND)
}

function holderOf({ deviceId, session }: CallContext): Holder {
  return { deviceId, sessionId: session?.sessionId ?? null }
}
