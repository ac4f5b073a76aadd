import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { Handlers } from './context.ts'

const later = async (): Promise<Failure> => failureOf(CODES.INTERFACE_DEGRADE)

type Calls = Pick<
  Handlers,
  Extract<keyof Handlers, `address.${string}` | `avatar.${string}` | `material.${string}` | `nickname.${string}`>
>

/** Avatar, nickname, personal data and addresses. */
export function profileCalls(): Calls {
  return {
    'avatar.list': later,
    'avatar.set': later,
    'nickname.check': later,
    'nickname.update': later,
    'material.get': later,
    'material.update': later,
    'address.list': later,
    'address.save': later,
    'address.remove': later,
  }
}
