import { withResponseCache } from '../http/cache/cached-handlers.ts'
import { accountCalls } from './account/account.ts'
import { activityCalls, inviteCalls } from './site/activity.ts'
import { agentCalls } from './account/agent.ts'
import { authCalls } from './auth/auth.ts'
import { clubCalls } from './account/club.ts'
import { pointsCalls } from './account/points.ts'
import { chatroomCalls } from './room/chatroom.ts'
import { depositCalls } from './wallet/deposit.ts'
import { feedbackCalls } from './account/feedback.ts'
import { followCalls } from './room/follow.ts'
import { eGameCalls } from './games/e-game.ts'
import { roundCalls } from './games/round.ts'
import { liveTableCalls } from './games/live-table.ts'
import { betCalls } from './sports/bet.ts'
import { sportCalls } from './sports/sport.ts'
import { venueCalls } from './sports/venue.ts'
import { gatewayCalls } from './auth/gateway.ts'
import type { giftCalls } from './room/gift.ts'
import { liveCalls, type LiveCallServices } from './room/live.ts'
import { matchCalls } from './site/match.ts'
import { messageCalls } from './account/message.ts'
import { newsCalls } from './site/news.ts'
import { operationCalls } from './wallet/operation.ts'
import { profileCalls } from './account/profile.ts'
import { provokeCalls } from './site/provoke.ts'
import { recoveryCalls } from './auth/recovery.ts'
import { registrationCalls } from './auth/registration.ts'
import { responsibleCalls } from './account/responsible.ts'
import { securityCalls } from './account/security.ts'
import { sendCodeCalls } from './auth/send-code.ts'
import { siteCalls } from './site/site.ts'
import { transferCalls } from './wallet/transfer.ts'
import { uploadCalls } from './account/upload.ts'
import { verificationCalls } from './auth/verification.ts'
import { videoCalls } from './room/video.ts'
import { payoutAccountCalls } from './wallet/wallet-accounts.ts'
import { fundCalls } from './wallet/wallet-funds.ts'
import { walletCalls } from './wallet/wallet.ts'
import { withdrawCalls } from './wallet/withdraw.ts'
import type { Provocations } from '../http/access/provocations.ts'
import type { CallLimits } from '../http/pipeline/call-limits.ts'
import type { Handlers } from '../http/context.ts'
import type { KeySessions } from '../http/envelope/key-sessions.ts'
import type { Services } from './services.ts'
import type { SiteConfigs, SiteDomains } from '../config/site-config.ts'
import type { VideoGrants } from '../media/video-grants.ts'
import type { Verification } from '../members/verification/verification.ts'
import type { Matches } from '../matches/matches.ts'
import type { Newsroom } from '../matches/newsroom.ts'
import type { MarketRooms } from '../sports/market-rooms.ts'
import type { ShownBets } from '../sports/shown-bets.ts'
import type { Sportsbook } from '../sports/sportsbook.ts'
import type { LiveTables } from '../games/tables/live-tables.ts'
import type { Favourites } from '../games/favourites.ts'
import type { Rounds } from '../games/rounds.ts'
import type { GameVenue } from '../venues/venue.ts'

interface HandlerServices extends Services {
  readonly matches: Matches
  readonly sportsbook: Sportsbook
  readonly marketRooms: MarketRooms
  readonly shownBets: ShownBets
  readonly liveTables: LiveTables
  readonly venues: readonly GameVenue[]
  readonly rounds: Rounds
  readonly favourites: Favourites
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
type PreparedCalls = ReturnType<typeof giftCalls> &
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
    ...chatroomCalls({
      hub: rooms,
      members: services.members,
      now,
      onMemberIn,
      prepareRoom: async (chatRoomNo) => {
        await services.marketRooms.prepare(chatRoomNo)
        await services.liveTables.prepare(chatRoomNo)
      },
    }),
    ...prepared,
    ...newsCalls(services),
    ...matchCalls(services),
    ...activityCalls(services),
    ...inviteCalls(services),
    ...eGameCalls(services),
    ...roundCalls(services),
    ...sportCalls(services),
    ...betCalls(services),
    ...liveTableCalls(services),
    ...venueCalls(services),
    ...followCalls(services),
    ...messageCalls(services),
    ...feedbackCalls(services),
    ...agentCalls(services),
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
    ...clubCalls(services),
    ...pointsCalls(services),
    ...transferCalls(services),
    ...withdrawCalls(services),
  }
  return withResponseCache(handlers, services.responseCache)
}
