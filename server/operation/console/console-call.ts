import { CONSOLE_CODES, type OperatorRole } from '#protocol/console/constants.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { CONSOLE_ACTIONS, ConsoleActionName, ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import type { Database, DrizzleDatabase, Transaction } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/errors.ts'

/** The operator of a session. */
export interface SignedInOperator {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
}

export interface OperatorSession {
  readonly id: string
  /** `enrol` and `verify` wait for the second factor. */
  readonly state: 'enrol' | 'verify' | 'open'
  readonly operator: SignedInOperator
}

/** The changed values of an audit line. Never contains passwords, codes or tokens. */
interface Audited {
  readonly target: string
  readonly before?: unknown
  readonly after?: unknown
  /** The acting operator of an action without a session. */
  readonly operator?: SignedInOperator
}

/** What a handler knows about the call besides its validated parameters. Times are epoch milliseconds. */
export interface ConsoleCall {
  readonly now: number
  readonly address: string
  /** Header `origin`, which is an allowed one. */
  readonly origin: string
  /** Header `user-agent`. */
  readonly userAgent: string
  /** Null for public actions without a session. */
  readonly session: OperatorSession | null
  /** Appends the audit line of this action. Pass the transaction of the change. */
  audit(db: Pick<DrizzleDatabase, 'insert'>, line: Audited): Promise<void>
  /** Replaces the session cookie. Null removes it. */
  setToken(token: string | null): void
}

/** A call with a session: all actions that are not public. */
export interface OperatorCall extends ConsoleCall {
  readonly session: OperatorSession
}

/** Actions with access `public` can have a call without a session. Others always have one. */
type ConsoleHandler<Name extends ConsoleActionName> = (
  params: ConsoleRequestOf<Name>,
  call: Name extends PublicActionName ? ConsoleCall : OperatorCall,
) => Promise<Result<ConsoleDataOf<Name>>>
export type ConsoleHandlers = { readonly [Name in ConsoleActionName]: ConsoleHandler<Name> }

type PublicActionName = {
  [Name in ConsoleActionName]: (typeof CONSOLE_ACTIONS)[Name]['access'] extends 'public' ? Name : never
}[ConsoleActionName]

/** Refuses a change of an item that another operator has changed since it was read. */
export function editConflict(current: unknown): Failure {
  return failure(CONSOLE_CODES.EDIT_CONFLICT, '其他管理员刚修改过，请核对后再提交', { details: { current } })
}

const TEXTS: Readonly<Record<number, string>> = {
  [CONSOLE_CODES.ROLE_REFUSED]: '你的角色不能执行这个操作',
  [CONSOLE_CODES.SECOND_FACTOR_NEEDED]: '请先完成两步验证',
  [CONSOLE_CODES.LINK_USED]: '链接已使用过，请直接登录',
  [CONSOLE_CODES.LINK_EXPIRED]: '链接已过期',
  [CODES.VERIFY_CODE_ERROR]: '验证码不对或已使用过',
}

/** A refusal with the text of its code. */
export function consoleFailure(code: number, details?: unknown): Failure {
  const more = details === undefined ? {} : { details }
  const text = TEXTS[code]
  return text === undefined ? failureOf(code, more) : failure(code, text, more)
}

/** Marks a rolled-back transaction whose refusal is the result. */
class Refusal extends Error {
  readonly result: Failure
  constructor(result: Failure) {
    super('refused')
    this.result = result
  }
}

/** Rolls back the transaction of {@link refusable} with this refusal as its result. */
export function refuse(result: Failure): never {
  throw new Refusal(result)
}

/** Runs work in a transaction that {@link refuse} rolls back. `taken` is the result of a violated unique index. */
export async function refusable<Data>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<Result<Data>>,
  { taken }: { readonly taken?: Failure } = {},
): Promise<Result<Data>> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (error instanceof Refusal) return error.result
    if (taken && isUniqueViolation(error)) return taken
    throw error
  }
}
