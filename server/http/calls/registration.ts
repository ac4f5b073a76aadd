import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { Handlers } from './context.ts'

const later = async (): Promise<Failure> => failureOf(CODES.INTERFACE_DEGRADE)

type Calls = Pick<Handlers, Extract<keyof Handlers, `recovery.${string}` | `registration.${string}`>>

/** Registration, one-time codes and recovery. */
export function registrationCalls(): Calls {
  return {
    'registration.checkNameV2': later,
    'registration.checkName': later,
    'registration.register': later,
    'registration.webRegister': later,
    'registration.sendCode': later,
    'recovery.phoneStepOne': later,
    'recovery.phoneStepTwo': later,
    'recovery.phoneStepThree': later,
    'recovery.emailStepOne': later,
    'recovery.emailStepTwo': later,
    'recovery.emailStepThree': later,
  }
}
