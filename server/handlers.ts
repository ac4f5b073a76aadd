import type { SiteConfig } from '#protocol/site-config.ts'
import { withAnswerCache } from './cache/cached-handlers.ts'
import { accountCalls } from './calls/account.ts'
import { activityCalls } from './calls/activity.ts'
import { authCalls } from './calls/auth.ts'
import { chatroomCalls } from './calls/chatroom.ts'
import { demoCalls } from './calls/demo.ts'
import { deviceCalls } from './calls/device.ts'
import { followCalls } from './calls/follow.ts'
import { gameCalls } from './calls/game.ts'
import { gatewayCalls } from './calls/gateway.ts'
import type { giftCalls } from './calls/gift.ts'
import { inviteCalls } from './calls/invite.ts'
import { liveCalls } from './calls/live.ts'
import { newsCalls } from './calls/news.ts'
import { operationCalls } from './calls/operation.ts'
import { provokeCalls } from './calls/provoke.ts'
import { siteCalls } from './calls/site.ts'
import { uploadCalls } from './calls/upload.ts'
import { verificationCalls } from './calls/verification.ts'
import { videoCalls } from './calls/video.ts'
import type { Provocations } from './access/provocations.ts'
import type { CallLimits } from './call-limits.ts'
import type { Handlers } from './context.ts'
import type { KeySessions } from './key-sessions.ts'
import type { Services } from './services.ts'
import type { SiteConfigs, SiteDomains } from './site/site-config.ts'
import type { VideoGrants } from './video-provider/video-grants.ts'
import type { Verification } from './verification/verification.ts'
import type { World } from './world/world.ts'

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
 * One handler for every row of the table of calls; a missing one does not compile. The gift calls come ready, because the
 * demo world makes the same ones.
 */
export function createHandlers(services: HandlerServices, giftHandlers: GiftCalls): Handlers {
  const { rooms, now, world, visits } = services
  const onMemberIn = (memberId: string, chatRoomNo: string): void => {
    // The pseudo-room of the site's news is nowhere to come back to.
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
  return withAnswerCache(handlers, services.answers)
}
