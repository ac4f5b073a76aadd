import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { Handlers } from './context.ts'

const later = async (): Promise<Failure> => failureOf(CODES.INTERFACE_DEGRADE)

type Calls = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `bind.${string}` | `passkey.${string}` | `password.${string}` | `security.${string}` | `withdrawPassword.${string}`
  >
>

/** Security centre, binding, withdrawal password and passkeys. */
export function securityCalls(): Calls {
  return {
    'security.overview': later,
    'security.history': later,
    'password.update': later,
    'bind.phone': later,
    'bind.email': later,
    'bind.realName': later,
    'bind.steps': later,
    'bind.selectHolder': later,
    'bind.selectUsdt': later,
    'withdrawPassword.set': later,
    'withdrawPassword.reset': later,
    'withdrawPassword.update': later,
    'security.logoutSetup': later,
    'security.notice': later,
    'security.acknowledge': later,
    'passkey.list': later,
    'passkey.registerOptions': later,
    'passkey.register': later,
    'passkey.remove': later,
    'passkey.setRequired': later,
    'passkey.signInOptions': later,
    'passkey.signIn': later,
  }
}
