import type { SiteConfig } from '#protocol/site-config.ts'
import { withResponseCache } from '../cache/cached-handlers.ts'
import { accountCalls } from './account.ts'
import { activityCalls } from './activity.ts'
import { authCalls } from './auth.ts'
import { chatroomCalls } from './chatroom.ts'
import { demoCalls } from './demo.ts'
import { deviceCalls } from './device.ts'
import { followCalls } from './follow.ts'
import { gameCalls } from './game.ts'
import { gatewayCalls } from './gateway.ts'
import type { giftCalls } from './gift.ts'
import { inviteCalls } from './invite.ts'
import { liveCalls } from './live.ts'
import { newsCalls } from './news.ts'
import { operationCalls } from './operation.ts'
import { provokeCalls } from './provoke.ts'
import { siteCalls } from './site.ts'
import { uploadCalls } from './upload.ts'
import { verificationCalls } from './verification.ts'
import { videoCalls } from './video.ts'
import type { Provocations } from '../access/provocations.ts'
import type { CallLimits } from '../pipeline/call-limits.ts'
import type { Handlers } from './context.ts'
import type { KeySessions } from '../envelope/key-sessions.ts'
import type { Services } from '../../services.ts'
import type { SiteConfigs, SiteDomains } from '../../site/site-config.ts'
import type { VideoGrants } from '../../media/video-grants.ts'
import type { Verification } from '../../members/verification/verification.ts'
import type { World } from '../../demo/world/world.ts'

export interface HandlerServices extends Services {
  readonly world: World
  readonly keySessions: KeySessions
  readonly videoGrants: VideoGrants
  readonly verification: Verification
  readonly limits: CallLimits
  /** Null outside demo mode. */
  readonly provocations: Provocations | null
  readonly isDemo: boolean
  readonly siteConfig: SiteConfig
  readonly siteConfigs: SiteConfigs
  readonly domains: SiteDomains
  readonly worldSeed: number
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly now: () => number
}

export type GiftCalls = ReturnType<typeof giftCalls>

/**
 * One handler per endpoint; a missing one is a type error. Gift handlers are created by the caller, because the demo
 * uses them too.
 */
export function createHandlers(services: HandlerServices, giftHandlers: GiftCalls): Handlers {
  const { rooms, now, world, visits } = services
  const onMemberIn = (memberId: string, chatRoomNo: string): void => {
    // The pseudo-room of site-wide messages cannot be visited.
    if (world.rooms().some(({ plan }) => plan.chatRoomNo === chatRoomNo)) visits.note(memberId, chatRoomNo)
  }
  const handlers: Handlers = {
    ...gatewayCalls(services),
    ...siteCalls(services),
    ...authCalls(services),
    ...accountCalls(services),
    ...liveCalls(services),
    ...chatroomCalls({ hub: rooms, members: services.members, now, onMemberIn }),
    ...giftHandlers,
    ...inviteCalls(services),
    ...demoCalls(services),
    ...newsCalls(services),
    ...activityCalls(),
    ...gameCalls(),
    ...followCalls(services),
    ...deviceCalls(services),
    ...uploadCalls(services),
    ...operationCalls(services),
    ...videoCalls(services),
    ...provokeCalls(services),
    ...verificationCalls(services),
  }
  return withResponseCache(handlers, services.answers)
}
