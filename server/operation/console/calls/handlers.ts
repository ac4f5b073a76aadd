import type { ConsoleHandlers } from '../console-call.ts'
import { accessHandlers } from './access.ts'
import { activityHandlers } from './activities.ts'
import { agentHandlers, type AgentServices } from './agents.ts'
import { betHandlers, type BetServices } from './bets.ts'
import { contentHandlers, type ContentServices } from './content.ts'
import { feedbackHandlers, type FeedbackServices } from './feedback.ts'
import { giftHandlers } from './gifts.ts'
import { matchHandlers, type MatchServices } from './matches.ts'
import { messageHandlers, type MessageServices } from './messages.ts'
import { moderationHandlers, type ModerationServices } from './moderation.ts'
import { operatorHandlers, type OperatorServices } from './operators.ts'
import { passkeyHandlers, type PasskeyServices } from './passkeys.ts'
import { peopleHandlers, type PeopleServices } from './people.ts'
import { pictureHandlers, type PictureServices } from './pictures.ts'
import { roomHandlers, type LiveRoomServices } from './rooms.ts'
import { walletHandlers, type WalletServices } from './wallet.ts'

/** Services of all handlers. `sessions` are those of operators, `memberSessions` those of members. */
interface ConsoleHandlerServices
  extends
    Omit<PasskeyServices, 'rooms'>,
    Omit<OperatorServices, 'rooms'>,
    Omit<PeopleServices, 'sessions'>,
    Omit<ContentServices, 'rooms' | 'matches'>,
    LiveRoomServices,
    Omit<MatchServices, 'rooms'>,
    MessageServices,
    FeedbackServices,
    AgentServices,
    Pick<ModerationServices, 'moderation'>,
    PictureServices,
    Omit<WalletServices, 'uploads'>,
    Omit<BetServices, 'rooms'> {
  readonly memberSessions: PeopleServices['sessions']
}

/** The handlers of all console actions. */
export function consoleHandlers(services: ConsoleHandlerServices): ConsoleHandlers {
  const people = peopleHandlers({ ...services, sessions: services.memberSessions })
  return {
    ...accessHandlers(services),
    ...passkeyHandlers(services),
    ...operatorHandlers(services),
    ...contentHandlers(services),
    ...giftHandlers(services),
    ...activityHandlers(services),
    ...pictureHandlers(services),
    ...roomHandlers(services),
    ...matchHandlers(services),
    ...walletHandlers(services),
    ...betHandlers(services),
    ...messageHandlers(services),
    ...feedbackHandlers(services),
    ...agentHandlers(services),
    ...people,
    ...moderationHandlers({ ...services, sessions: services.memberSessions, people }),
  }
}
