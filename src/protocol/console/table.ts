import type * as z from 'zod/mini'
import { accessActions } from './access.ts'
import { activityActions } from './activities.ts'
import { betActions } from './bets.ts'
import type { Result } from '../result.ts'
import type { ConsoleAction } from './action.ts'
import type { OperatorRole } from './constants.ts'
import { contentActions } from './content.ts'
import { giftActions } from './gifts.ts'
import { matchActions } from './matches.ts'
import { agentActions } from './agents.ts'
import { feedbackActions } from './feedback.ts'
import { messageActions } from './messages.ts'
import { moderationActions } from './moderation.ts'
import { operatorActions } from './operators.ts'
import { passkeyActions } from './passkeys.ts'
import { peopleActions } from './people.ts'
import { roomActions } from './rooms.ts'
import { walletActions } from './wallet.ts'

/**
 * All actions of the console by name. Page code imports only types of this module, so that the schemas are loaded in the
 * worker and on the server only.
 */
export const CONSOLE_ACTIONS = {
  ...accessActions,
  ...passkeyActions,
  ...operatorActions,
  ...peopleActions,
  ...contentActions,
  ...giftActions,
  ...roomActions,
  ...matchActions,
  ...moderationActions,
  ...messageActions,
  ...feedbackActions,
  ...agentActions,
  ...walletActions,
  ...betActions,
  ...activityActions,
} as const

export type ConsoleActionName = keyof typeof CONSOLE_ACTIONS
export type ConsoleRequestOf<Name extends ConsoleActionName> = z.infer<(typeof CONSOLE_ACTIONS)[Name]['request']>
export type ConsoleDataOf<Name extends ConsoleActionName> = z.infer<(typeof CONSOLE_ACTIONS)[Name]['data']>

/** The actions that a signed-in operator of a role may call. */
export function actionsOf(role: OperatorRole): ConsoleActionName[] {
  const entries = Object.entries<ConsoleAction>(CONSOLE_ACTIONS) as [ConsoleActionName, ConsoleAction][]
  return entries.filter(([, { access }]) => typeof access === 'string' || access.includes(role)).map(([name]) => name)
}

/** The API of the console's worker. */
export interface ConsoleWorkerApi {
  call<Name extends ConsoleActionName>(name: Name, params: ConsoleRequestOf<Name>): Promise<Result<ConsoleDataOf<Name>>>
}
