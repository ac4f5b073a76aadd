import { describe, expectTypeOf, it } from 'vitest'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { CallContext, Handler } from '#server/http/context.ts'
import type { SessionMember } from '#server/members/sessions/session-member.ts'

/** The context that the handler of an endpoint gets. */
type CallTo<Name extends EndpointName> = Parameters<Handler<Name>>[1]

describe('the context of a call', () => {
  it('has a session if the endpoint is for members or room administrators', () => {
    expectTypeOf<CallTo<'follow.list'>['session']>().toEqualTypeOf<SessionMember>()
    expectTypeOf<CallTo<'chatroom.mute'>['session']>().toEqualTypeOf<SessionMember>()
    expectTypeOf<CallTo<'gift.reward'>['session']>().toEqualTypeOf<SessionMember>()
  })

  it('may be without a session if the endpoint is public', () => {
    expectTypeOf<CallTo<'gift.ranking'>['session']>().toEqualTypeOf<SessionMember | null>()
    expectTypeOf<CallTo<'auth.login'>['session']>().toEqualTypeOf<SessionMember | null>()
  })

  it('has an idempotency key only if the endpoint is idempotent', () => {
    expectTypeOf<CallTo<'gift.reward'>['idempotencyKey']>().toEqualTypeOf<string>()
    expectTypeOf<CallTo<'withdraw.create'>['idempotencyKey']>().toEqualTypeOf<string>()
    expectTypeOf<CallTo<'follow.list'>['idempotencyKey']>().toEqualTypeOf<string | null>()
  })

  it('guarantees nothing for a handler of any endpoint', () => {
    expectTypeOf<CallTo<EndpointName>>().toEqualTypeOf<CallContext>()
  })
})
