import { authCalls } from './calls/auth.ts'
import { chatroomCalls } from './calls/chatroom.ts'
import { demoCalls } from './calls/demo.ts'
import { gatewayCalls } from './calls/gateway.ts'
import type { giftCalls } from './calls/gift.ts'
import { liveCalls } from './calls/live.ts'
import { siteCalls } from './calls/site.ts'
import type { Handlers } from './context.ts'
import type { KeySessions } from './key-sessions.ts'
import type { Services } from './services.ts'
import type { World } from './world/world.ts'

export interface HandlerServices extends Services {
  readonly world: World
  readonly keySessions: KeySessions
  readonly isDemo: boolean
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly now: () => number
}

export type GiftCalls = ReturnType<typeof giftCalls>

/**
 * One handler for every row of the table of calls; a missing one does not compile. The gift calls come ready, because the
 * demo world makes the same ones.
 */
export function createHandlers(services: HandlerServices, giftHandlers: GiftCalls): Handlers {
  const { rooms, now } = services
  return {
    ...gatewayCalls(services),
    ...siteCalls(services),
    ...authCalls(services),
    ...liveCalls(services),
    ...chatroomCalls({ hub: rooms, members: services.members, now }),
    ...giftHandlers,
    ...demoCalls(services),
  }
}
