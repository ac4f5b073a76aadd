import * as z from 'zod/mini'
import { shownText } from '../endpoints/shapes.ts'
import { OPERATOR_ROLES, type OperatorRole } from './constants.ts'

/*
 * Actions of the operator console. To add one:
 * 1. Define it with `consoleAction` in `src/protocol/console/<noun>.ts` and spread it into `table.ts`.
 * 2. Add its handler in `server/operation/console/calls/<noun>.ts` and spread it into `server/operation/console/calls/handlers.ts`. A handler
 *    of an action that changes something must call `call.audit(tx, …)` in the transaction of the change.
 * 3. Add its row to `tests/server/console/console-role-table.ts`. The build fails without it.
 * 4. Call it from the page: `consoleCall('<noun>.<verb>', params)` of `src/console/client.ts`.
 * Two operators may edit the same item: the request carries the `version` that was read, and the handler returns
 * `editConflict(current)` of `server/operation/console/console-call.ts` if it has changed.
 */

export const operatorRole = z.enum(OPERATOR_ROLES)

/**
 * Who may call: everybody; an operator whose password was accepted, with or without the second factor; signed-in
 * operators of these roles.
 */
export type ConsoleAccess = 'public' | 'pending' | readonly OperatorRole[]

/** Definition of one action, for page, server and tests. */
export interface ConsoleAction<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Access extends ConsoleAccess = ConsoleAccess,
> {
  readonly access: Access
  /** True if the action changes nothing. Every other successful action writes to the audit log. */
  readonly readOnly: boolean
  readonly request: Request
  readonly data: Data
}

export function consoleAction<
  Request extends z.ZodMiniType,
  Data extends z.ZodMiniType,
  const Access extends ConsoleAccess,
>(
  options: Omit<ConsoleAction<Request, Data, Access>, 'readOnly'> & { readonly readOnly?: boolean },
): ConsoleAction<Request, Data, Access> {
  return { readOnly: false, ...options }
}

/** Path of an action. All actions are POST requests with a JSON body. */
export const consolePath = (name: string): string => `/api/console/${name}`

/** Every request carries this header, which a form of another site cannot send. */
export const CONSOLE_HEADER = 'x-console'

/** Why an operator acts, for the audit log and often for the member. */
export const reason = shownText(2, 100)

/** A version that was read, to detect concurrent changes. */
export const itemVersion = z.int().check(z.nonnegative())
export const rowId = z.uuid()
/** Returned by lists: the position after the last row, or null at the end. */
export const nextPage = z.nullable(rowId)
/** Position in a list whose rows move: time (epoch milliseconds) and id of a row, as they were read with its page. */
export const timePosition = z.string().check(z.regex(/^\d{1,13}~[A-Za-z0-9-]{1,64}$/))
