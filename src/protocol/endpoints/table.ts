import type * as z from 'zod/mini'
import { accountEndpoints } from './account/account.ts'
import { activityEndpoints } from './activity.ts'
import { authEndpoints } from './auth/auth.ts'
import { clubEndpoints } from './club.ts'
import { chatroomEndpoints } from './chatroom.ts'
import { chatroomAdminEndpoints } from './chatroom-admin.ts'
import { demoEndpoints } from './demo.ts'
import { followEndpoints } from './follow.ts'
import { gameEndpoints } from './game.ts'
import { gameRoundEndpoints } from './game-round.ts'
import { gatewayEndpoints } from './auth/gateway.ts'
import { giftEndpoints } from './gift.ts'
import { liveEndpoints, videoEndpoints } from './live.ts'
import { matchEndpoints } from './match.ts'
import { memberEndpoints } from './account/member.ts'
import { agentEndpoints } from './account/agent.ts'
import { feedbackEndpoints } from './account/feedback.ts'
import { messageEndpoints } from './account/message.ts'
import { newsEndpoints } from './news.ts'
import { pointsEndpoints } from './points.ts'
import { profileEndpoints } from './account/profile.ts'
import { registrationEndpoints } from './auth/registration.ts'
import { responsibleEndpoints } from './responsible.ts'
import { securityEndpoints } from './account/security.ts'
import { siteEndpoints } from './site.ts'
import { liveTableEndpoints } from './live-table.ts'
import { sportsEndpoints } from './sports.ts'
import { verificationEndpoints } from './auth/verification.ts'
import { walletAccountEndpoints, walletFundEndpoints } from './wallet-accounts.ts'
import { walletEndpoints } from './wallet.ts'

/**
 * All endpoints by name: `call('live.detail', { eid })`. Page code imports only types of this module, so that the schemas
 * are loaded in the worker and on the server only.
 */
export const ENDPOINTS = {
  ...gatewayEndpoints,
  ...verificationEndpoints,
  ...siteEndpoints,
  ...newsEndpoints,
  ...activityEndpoints,
  ...memberEndpoints,
  ...authEndpoints,
  ...accountEndpoints,
  ...registrationEndpoints,
  ...securityEndpoints,
  ...profileEndpoints,
  ...liveEndpoints,
  ...matchEndpoints,
  ...videoEndpoints,
  ...chatroomEndpoints,
  ...chatroomAdminEndpoints,
  ...giftEndpoints,
  ...gameEndpoints,
  ...gameRoundEndpoints,
  ...sportsEndpoints,
  ...liveTableEndpoints,
  ...followEndpoints,
  ...messageEndpoints,
  ...feedbackEndpoints,
  ...agentEndpoints,
  ...walletEndpoints,
  ...walletAccountEndpoints,
  ...walletFundEndpoints,
  ...responsibleEndpoints,
  ...clubEndpoints,
  ...pointsEndpoints,
  ...demoEndpoints,
} as const

export type EndpointName = keyof typeof ENDPOINTS
export type RequestOf<Name extends EndpointName> = z.infer<(typeof ENDPOINTS)[Name]['request']>
export type DataOf<Name extends EndpointName> = z.infer<(typeof ENDPOINTS)[Name]['data']>
