import { createHash } from 'node:crypto'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { normalUserName, passwordProblem } from '#protocol/rules/member/account.ts'
import type { AccountCare } from '../../members/account-care.ts'
import type { OneTimeCodes } from '../../members/codes/one-time-codes.ts'
import type { Contact, MemberContacts } from '../../members/contact.ts'
import type { FoundMember, Members } from '../../members/members.ts'
import { PasswordRefusal } from '../../members/passwords.ts'
import type { SecondFactor } from '../../members/second-factor.ts'
import type { SignInGuard } from '../../members/sign-in-guard.ts'
import { deviceNameOf } from '../../members/sessions/device-name.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { Verification } from '../../members/verification/verification.ts'
import type { CallLimits, PasswordWork } from '../../http/pipeline/call-limits.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import { checkSignIn } from './sign-in-check.ts'
import { typedPassword } from '../account/typed-password.ts'

export interface AuthServices {
  readonly sessions: Sessions
  readonly members: Members
  readonly contacts: MemberContacts
  readonly codes: Pick<OneTimeCodes, 'use'>
  readonly guard: SignInGuard
  readonly verification: Verification
  readonly accountCare: Pick<AccountCare, 'noteSignIn'>
  readonly limits: Pick<CallLimits, 'ofPasswordCheck'>
  /** Null if there are no passkeys. */
  readonly secondFactor: SecondFactor | null
}

type SignInParams = RequestOf<'auth.login'>
type SignedIn = DataOf<'auth.login'>
type AuthCalls = Pick<Handlers, Extract<keyof Handlers, `auth.${string}`>>

/** Form of `oldPassword` (S3.1). */
const OLD_PASSWORD = /^[0-9a-f]{32}$/

export function authCalls(services: AuthServices): AuthCalls {
  const { sessions, members } = services
  return {
    'auth.login': (params, call) => login(services, 'sign-in', params, call),
    'auth.loginV3': (params, call) => login(services, 'sign-in', params, call),
    'auth.loginVe4': async (params, call) =>
      params.hash === accountHash(params.name, call.siteId)
        ? login(services, 'sign-in', params, call)
        : failureOf(CODES.PARAM_ERROR),
    'auth.webLogin': (params, call) => login(services, 'web sign-in', params, call),

    'auth.logout': async (_, { session }) => {
      await sessions.end(session.sessionId, CODES.AUTH_ERROR)
      return success({})
    },

    'auth.session': async (_, { session }) => {
      const member = await members.profile(session.memberId)
      return member ? success({ member, expireAt: session.expireAt }) : failureOf(CODES.AUTH_ERROR)
    },
  }
}

/** S7.44: the part of the path of `auth.loginVe4` that names the account. */
function accountHash(name: string, siteId: number): string {
  return createHash('sha256')
    .update(`${normalUserName(name)}${siteId}`)
    .digest('hex')
    .slice(0, 16)
}

/** The credentials of one sign-in. */
interface Attempt {
  /** The account under which the attempt is counted. Not stored in clear. */
  readonly account: string
  /** Code of the response to wrong credentials. */
  readonly wrongCode: number
  /** Null for wrong credentials. Rejects with {@link PasswordRefusal} if they were not checked. */
  check(): Promise<FoundMember | null>
  /** True if the account has a password that no longer meets the rules; null if it was not typed. */
  readonly isPasswordWeak: boolean | null
}

async function login(
  services: AuthServices,
  work: PasswordWork,
  params: SignInParams,
  call: CallContext,
): Promise<Result<SignedIn>> {
  const { sessions, guard, limits } = services
  const attempt = params.flag === 1 ? passwordAttempt(services, params, call) : codeAttempt(services, params, call)
  if ('ok' in attempt) return attempt
  const { account } = attempt
  const client = clientOf(call)
  const stopped = await checkSignIn(services, { ...params, name: account }, call)
  if (stopped) {
    const kind = STOPPED_KINDS.get(stopped.code)
    if (kind) await sessions.record({ kind, memberId: null, code: stopped.code, ...client })
    return stopped
  }
  const limited = limits.ofPasswordCheck(work)
  if (limited) {
    await guard.cancelAttempt(account, call.deviceId)
    return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
  }
  const found = await attempt.check().catch(refusalOnly)
  if (found instanceof PasswordRefusal) {
    await guard.cancelAttempt(account, call.deviceId)
    return failureOf(found.code)
  }
  if (!found || found.code !== null) return refused(services, attempt, found, call)
  await guard.giveBack(account, call.deviceId)
  if (found.isPasskeyRequired) return needPasskey(services, found, call)
  return openSession(services, found.memberId, call, attempt.isPasswordWeak)
}

/** Refuses wrong credentials, and right ones of an account that cannot be used. */
async function refused(
  { members, sessions, guard }: AuthServices,
  { account, wrongCode }: Attempt,
  found: FoundMember | null,
  call: CallContext,
): Promise<Failure> {
  const code = found?.code ?? wrongCode
  // The history of the member shows refused attempts. The query takes the same time for unknown names.
  const memberId = (found ?? (await members.findByName(account)))?.memberId ?? null
  await sessions.record({ kind: 'login-failed', memberId, code, ...clientOf(call) })
  if (!found) await guard.noteFailure(call.address)
  return failureOf(code)
}

/** Kinds of `auth_event` for refusals before the credentials are checked. */
const STOPPED_KINDS: ReadonlyMap<number, 'login-locked' | 'login-challenged'> = new Map([
  [CODES.CURRENT_LIMITING_B, 'login-locked'],
  [CODES.NEED_SAFE, 'login-challenged'],
])

/** S3.1, flag 1: name and password. */
function passwordAttempt({ members }: AuthServices, params: SignInParams, call: CallContext): Attempt | Failure {
  const { name, oldPassword } = params
  const typed = typedPassword(params.timewd, call)
  if (!typed.ok) return typed
  if (!OLD_PASSWORD.test(oldPassword)) return failureOf(CODES.PARAM_ERROR)
  const password = typed.data
  return {
    account: name,
    wrongCode: CODES.NAME_OR_PASSWORD_WRONG,
    check: () => members.checkPassword(name, password, oldPassword),
    isPasswordWeak: passwordProblem(password, name) !== null,
  }
}

/** S3.1, flag 2: the code of a text message. An unknown phone gets the response of a wrong code. */
function codeAttempt(
  { members, contacts, codes }: AuthServices,
  { areaCode, phone, code }: SignInParams,
  { siteId, deviceId }: CallContext,
): Attempt | Failure {
  if (areaCode === undefined || phone === undefined || code === undefined) return failureOf(CODES.PARAM_ERROR)
  const contact: Contact = { kind: 'phone', areaCode, phone }
  return {
    account: `phone ${contacts.cipher.hash(contact)}`,
    wrongCode: CODES.VERIFY_CODE_ERROR,
    async check() {
      const isRight = await codes.use({ scene: 'login', contact, memberId: null, deviceId }, code)
      const owner = await contacts.ownerOf(siteId, contact)
      return isRight && owner !== null ? members.find(owner) : null
    },
    isPasswordWeak: null,
  }
}

async function needPasskey(
  { secondFactor }: AuthServices,
  { memberId }: FoundMember,
  call: CallContext,
): Promise<Failure> {
  const details = await secondFactor?.begin(memberId, call)
  return details ? failureOf(CODES.NEED_PASSKEY, { details }) : failureOf(CODES.INTERFACE_DEGRADE)
}

/**
 * Opens the session of a member whose credentials are right, for every call that signs in.
 *
 * @param isPasswordWeak whether the typed password meets the rules; null if none was typed
 */
export async function openSession(
  { sessions, accountCare }: Pick<AuthServices, 'sessions' | 'accountCare'>,
  memberId: string,
  call: CallContext,
  isPasswordWeak: boolean | null,
): Promise<Result<SignedIn>> {
  await accountCare.noteSignIn(memberId, { isPasswordWeak, sleepDays: call.site.memberSleepDays })
  const { token, expireAt, session, previous } = await sessions.create(memberId, {
    ...clientOf(call),
    deviceName: deviceNameOf(call.userAgent),
  })
  return success({ token, expireAt, member: session.member, lastSession: previous })
}

function refusalOnly(error: unknown): PasswordRefusal {
  if (error instanceof PasswordRefusal) return error
  throw error
}

/** The client fields of an `auth_event`. */
export function clientOf({ deviceId, clientType, address }: CallContext) {
  return { deviceId, clientType, address }
}
