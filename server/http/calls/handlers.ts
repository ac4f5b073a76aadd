import { withResponseCache } from '../cache/cached-handlers.ts'
import { accountCalls } from './account.ts'
import { activityCalls } from './activity.ts'
import { authCalls } from './auth.ts'
import { chatroomCalls } from './chatroom.ts'
import { depositCalls } from './deposit.ts'
import { deviceCalls } from './device.ts'
import { followCalls } from './follow.ts'
import { gameCalls } from './game.ts'
import { gatewayCalls } from './gateway.ts'
import type { giftCalls } from './gift.ts'
import { inviteCalls } from './invite.ts'
import { liveCalls, type LiveCallServices } from './live.ts'
import { matchCalls } from './match.ts'
import { newsCalls } from './news.ts'
import { operationCalls } from './operation.ts'
import { profileCalls } from './profile.ts'
import { provokeCalls } from './provoke.ts'
import { recoveryCalls } from './recovery.ts'
import { registrationCalls } from './registration.ts'
import { responsibleCalls } from './responsible.ts'
import { securityCalls } from './security.ts'
import { sendCodeCalls } from './send-code.ts'
import { siteCalls } from './site.ts'
import { transferCalls } from './transfer.ts'
import { uploadCalls } from './upload.ts'
import { verificationCalls } from './verification.ts'
import { videoCalls } from './video.ts'
import { payoutAccountCalls } from './wallet-accounts.ts'
import { fundCalls } from './wallet-funds.ts'
import { walletCalls } from './wallet.ts'
import { withdrawCalls } from './withdraw.ts'
import type { Provocations } from '../access/provocations.ts'
import type { CallLimits } from '../pipeline/call-limits.ts'
import type { Handlers } from './context.ts'
import type { KeySessions } from '../envelope/key-sessions.ts'
import type { Services } from '../services.ts'
import type { SiteConfigs, SiteDomains } from '../../site/site-config.ts'
import type { VideoGrants } from '../../media/video-grants.ts'
import type { Verification } from '../../members/verification/verification.ts'
import type { Matches } from '../../matches/matches.ts'
import type { Newsroom } from '../../matches/newsroom.ts'

export interface HandlerServices extends Services {
  readonly matches: Matches
  readonly newsroom: Newsroom
  readonly keySessions: KeySessions
  readonly videoGrants: VideoGrants
  readonly verification: Verification
  readonly limits: CallLimits
  readonly provocations: Provocations | null
  readonly hasDemoTools: boolean
  readonly siteConfigs: SiteConfigs
  readonly domains: SiteDomains
  readonly signedMedia: LiveCallServices['signedMedia']
  readonly now: () => number
}

/** Handlers that the composition root creates, because the demo world calls or provides them. */
export type PreparedCalls = ReturnType<typeof giftCalls> &
  Pick<Handlers, 'demo.say' | 'demo.gift' | 'demo.order' | 'demo.outbox'>

/**
 * One handler per endpoint; a missing one is a type error. Gift handlers are created by the caller, because the demo
 * uses them too.
 */
export function createHandlers(services: HandlerServices, prepared: PreparedCalls): Handlers {
  const { rooms, now, matches, visits } = services
  const onMemberIn = (memberId: string, chatRoomNo: string): void => {
    // The pseudo-room of site-wide messages cannot be visited.
    if (matches.findByChatRoom(chatRoomNo)) visits.note(memberId, chatRoomNo)
  }
  const handlers: Handlers = {
    ...gatewayCalls(services),
    ...siteCalls(services),
    ...authCalls(services),
    ...accountCalls(services),
    ...registrationCalls(services),
    ...sendCodeCalls(services),
    ...recoveryCalls(services),
    ...securityCalls(services),
    ...profileCalls(services),
    ...liveCalls(services),
    ...chatroomCalls({ hub: rooms, members: services.members, now, onMemberIn }),
    ...prepared,
    ...inviteCalls(services),
    ...newsCalls(services),
    ...matchCalls(services),
    ...activityCalls(),
    ...gameCalls(),
    ...followCalls(services),
    ...deviceCalls(services),
    ...uploadCalls(services),
    ...operationCalls(services),
    ...videoCalls(services),
    ...provokeCalls(services),
    ...verificationCalls(services),
    ...walletCalls(services),
    ...depositCalls(services),
    ...payoutAccountCalls(services),
    ...fundCalls(services),
    ...responsibleCalls(services),
    ...transferCalls(services),
    ...withdrawCalls(services),
  }
  return withResponseCache(handlers, services.responseCache)
}
