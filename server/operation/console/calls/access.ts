import { OPERATOR_PASSWORD_MIN } from '#protocol/console/constants.ts'
import { CODES } from '#protocol/codes.ts'
import type { accessActions } from '#protocol/console/access.ts'
import { actionsOf } from '#protocol/console/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { addressKey } from '../../../config/address.ts'
import { PasswordRefusal, type Passwords } from '../../../members/passwords.ts'
import type { SignInGuard } from '../../../members/sign-in-guard.ts'
import { type ConsoleCall, consoleFailure, type ConsoleHandlers, refusable } from '../console-call.ts'
import type { OperatorCall, SignedInOperator } from '../console-call.ts'
import type { Operators } from '../operators.ts'
import type { OperatorSessions } from '../operator-sessions.ts'
import { type FactorsOf, factorsOf, type OperatorFactors } from '../second-factor.ts'
import { publish, type PublishServices, record } from './content.ts'
import { siteSettingsOr, writeSiteSettings } from '../../../site/site-settings.ts'

export interface AccessServices extends PublishServices {
  readonly database: Database
  readonly operators: Operators
  readonly sessions: OperatorSessions
  readonly factors: OperatorFactors
  readonly passwords: Passwords
  readonly guard: Pick<SignInGuard, 'addressFullUntil' | 'giveBack' | 'noteFailureOfAddress' | 'take'>
  /** Site id of the environment, shown until set-up. */
  readonly siteId: number
}

type AccessHandlers = Pick<ConsoleHandlers, keyof typeof accessActions>

/** Handlers of set-up, invitations, sign-in and second factor by TOTP. */
export function accessHandlers(services: AccessServices): AccessHandlers {
  return { ...linkHandlers(services), ...sessionHandlers(services), ...factorHandlers(services) }
}

function linkHandlers(services: AccessServices) {
  const { database, operators, sessions, passwords, siteId } = services
  const begin = (tx: Transaction, call: ConsoleCall, { id }: Pick<SignedInOperator, 'id'>) =>
    beginEnrolment(tx, sessions, call, id)
  return {
    async 'setup.check'({ token }) {
      const link = await operators.checkLink(token, 'setup')
      if (!link.ok) return link
      return success({ expiresAt: link.data.expiresAt, site: await siteSettingsOr(database, siteId) })
    },
    async 'setup.complete'({ token, name, password, site }, call) {
      const problem = passwordProblem(password, name)
      if (problem) return problem
      const link = await operators.checkLink(token, 'setup')
      if (!link.ok) return link
      const passwordHash = await passwords.hash(password)
      const completed = await refusable(database, async (tx) => {
        const created = await operators.createFirst(tx, link.data, { name, passwordHash })
        await writeSiteSettings(tx, site, call.now)
        // Other processes read the name when they see a new revision.
        const change = { subject: 'site', version: 1, value: site, reason: '开通站点' }
        await record(tx, change, { session: { operator: created }, now: call.now })
        await call.audit(tx, { target: `operator ${name}`, after: { role: 'operator', site }, operator: created })
        return success({ setCookie: await begin(tx, call, created) })
      })
      if (!completed.ok) return completed
      await publish(services, 'config')
      completed.data.setCookie()
      return success({ state: 'enrol' as const })
    },
    async 'invitation.check'({ token }) {
      const link = await operators.checkLink(token, 'invitation')
      if (!link.ok) return link
      const { expiresAt, invited } = link.data
      return invited ? success({ expiresAt, name: invited.name, role: invited.role }) : consoleFailure(CODES.NOT_FOUND)
    },
    async 'invitation.accept'({ token, password }, call) {
      const link = await operators.checkLink(token, 'invitation')
      if (!link.ok) return link
      const problem = passwordProblem(password, link.data.invited?.name ?? '')
      if (problem) return problem
      const passwordHash = await passwords.hash(password)
      const done = await refusable<{ setCookie: () => void; state: 'enrol' | 'verify' }>(database, async (tx) => {
        const accepted = await operators.accept(tx, link.data, passwordHash)
        await call.audit(tx, { target: `operator ${accepted.name}`, operator: accepted })
        if (!hasFactor(await factorsOf(tx, accepted.id))) {
          return success({ setCookie: await begin(tx, call, accepted), state: 'enrol' })
        }
        // The password was replaced; the second factor is unchanged and still required.
        const opened = await sessions.open(tx, accepted.id, 'verify', call)
        return success({ setCookie: () => call.setToken(opened), state: 'verify' })
      })
      if (!done.ok) return done
      done.data.setCookie()
      return success({ state: done.data.state })
    },
  } satisfies Partial<AccessHandlers>
}

/** Opens a session that sets up its second factor first. The returned function sets its cookie. */
async function beginEnrolment(tx: Transaction, sessions: OperatorSessions, call: ConsoleCall, operatorId: string) {
  const replaces = call.session ? { replaces: call.session.id } : {}
  const token = await sessions.open(tx, operatorId, 'enrol', { ...call, ...replaces })
  return () => call.setToken(token)
}

function sessionHandlers(services: AccessServices) {
  const { database, sessions, factors, siteId } = services
  return {
    async 'session.signIn'({ name, password }, call) {
      const checked = await checkPassword(services, { name, password }, call)
      if (!checked.ok) return checked
      const found = checked.data
      const state = hasFactor(await factorsOf(database.db, found.id)) ? 'verify' : 'enrol'
      const token = await database.transaction(async (tx) => {
        await call.audit(tx, { target: `operator ${found.name}`, after: { outcome: state }, operator: found })
        const replaces = call.session ? { replaces: call.session.id } : {}
        return sessions.open(tx, found.id, state, { ...call, ...replaces })
      })
      call.setToken(token)
      return success({ state })
    },
    async 'session.get'(_, { session }) {
      const site = await siteSettingsOr(database, siteId)
      const none = { factors: { hasTotp: false, passkeys: 0 }, recoveryCodesLeft: 0 }
      if (!session) return success({ state: 'none', operator: null, actions: [], site, ...none })
      const { state, operator } = session
      const actions = state === 'open' ? actionsOf(operator.role) : []
      const recoveryCodesLeft = await factors.recoveryCodesLeft(operator.id)
      const owned = await factorsOf(database.db, operator.id)
      return success({ state, operator, actions, site, factors: owned, recoveryCodesLeft })
    },
    async 'session.signOut'(_, call) {
      await database.transaction(async (tx) => {
        await sessions.end(tx, call.session.id)
        await call.audit(tx, { target: `operator ${call.session.operator.name}` })
      })
      call.setToken(null)
      return success({})
    },
  } satisfies Partial<AccessHandlers>
}

function factorHandlers({ database, sessions, factors, guard, siteId }: AccessServices) {
  const open = async (tx: Transaction, call: OperatorCall): Promise<string> => {
    await call.audit(tx, { target: `operator ${call.session.operator.name}` })
    return openAfterFactor(tx, sessions, call)
  }
  return {
    async 'factor.enrol'(_, { session }) {
      if (session.state !== 'enrol') return consoleFailure(CODES.PARAM_ERROR)
      const { siteName } = await siteSettingsOr(database, siteId)
      return success(await factors.enrol(session.id, session.operator.name, siteName))
    },
    async 'factor.confirm'({ code }, call) {
      if (call.session.state !== 'enrol') return consoleFailure(CODES.PARAM_ERROR)
      const until = await guard.take(...countedFactor(call))
      if (until !== null) return consoleFailure(CODES.CURRENT_LIMITING_B, { until })
      const { id, operator } = call.session
      const confirmed = await database.transaction(async (tx) => {
        const recoveryCodes = await factors.confirm(tx, id, operator.id, code)
        return recoveryCodes && { recoveryCodes, token: await open(tx, call) }
      })
      if (!confirmed) return consoleFailure(CODES.VERIFY_CODE_ERROR)
      await guard.giveBack(...countedFactor(call))
      call.setToken(confirmed.token)
      return success({ recoveryCodes: confirmed.recoveryCodes })
    },
    async 'factor.verify'({ code }, call) {
      if (call.session.state !== 'verify') return consoleFailure(CODES.PARAM_ERROR)
      const until = await guard.take(...countedFactor(call))
      if (until !== null) return consoleFailure(CODES.CURRENT_LIMITING_B, { until })
      const token = await database.transaction(async (tx) =>
        (await factors.verify(tx, call.session.operator.id, code)) ? open(tx, call) : null,
      )
      if (token === null) {
        await call.audit(database.db, {
          target: `operator ${call.session.operator.name}`,
          after: { outcome: 'refused' },
        })
        return consoleFailure(CODES.VERIFY_CODE_ERROR)
      }
      await guard.giveBack(...countedFactor(call))
      call.setToken(token)
      return success({ state: 'open' })
    },
    async 'factor.renewCodes'(_, call) {
      const { operator } = call.session
      const recoveryCodes = await database.transaction(async (tx) => {
        await call.audit(tx, { target: `operator ${operator.name}` })
        return factors.renewRecoveryCodes(tx, operator.id)
      })
      return success({ recoveryCodes })
    },
  } satisfies Partial<AccessHandlers>
}

const hasFactor = ({ hasTotp, passkeys }: FactorsOf): boolean => hasTotp || passkeys > 0

/** What wrong second factors are counted by. */
export const countedFactor = ({ session }: OperatorCall) =>
  [`console code ${session.operator.id}`, `console ${session.id}`] as const

/** The session of a completed sign-in, in place of the one that waited for the second factor. */
export function openAfterFactor(tx: Transaction, sessions: OperatorSessions, call: OperatorCall): Promise<string> {
  return sessions.open(tx, call.session.operator.id, 'open', { ...call, replaces: call.session.id })
}

/**
 * The operator with this name and password. Wrong ones are counted for this name at this address (five), and for the
 * address (twenty), so that nobody locks out another operator (decision 198). They are written to the audit log.
 */
export async function checkPassword(
  { database, operators, passwords, guard }: AccessServices,
  { name, password }: { readonly name: string; readonly password: string },
  call: ConsoleCall,
): Promise<Result<SignedInOperator>> {
  const address = `console ${addressKey(call.address)}`
  const operatorThere = `${address} ${name.trim().toLowerCase()}`
  const counted = [operatorThere, operatorThere] as const
  const until = (await guard.addressFullUntil(address)) ?? (await guard.take(...counted))
  if (until !== null) return consoleFailure(CODES.CURRENT_LIMITING_B, { until })
  const found = await operators.findByName(name)
  const isRight = await isPasswordRight(passwords, password, found?.passwordHash ?? null)
  if (isRight === null) return consoleFailure(CODES.CURRENT_LIMITING_C)
  if (!found || !isRight || found.isDisabled) {
    await guard.noteFailureOfAddress(address)
    await call.audit(database.db, { target: `operator ${name}`, after: { outcome: 'refused' } })
    return consoleFailure(CODES.NAME_OR_PASSWORD_WRONG)
  }
  await guard.giveBack(...counted)
  return success(found)
}

/** Null if too many passwords are being checked. */
async function isPasswordRight(passwords: Passwords, password: string, hash: string | null): Promise<boolean | null> {
  try {
    return await passwords.check(password, hash)
  } catch (error) {
    if (error instanceof PasswordRefusal) return null
    throw error
  }
}

const MIN_DIFFERENT_CHARACTERS = 6

/** Length is checked by the schema. Long passwords need no classes of characters (ASVS 6.2.5). */
function passwordProblem(password: string, name: string): Result<never> | null {
  const isWeak = new Set(password).size < MIN_DIFFERENT_CHARACTERS || password.toLowerCase().includes(name)
  if (!isWeak) return null
  const text = `密码至少 ${OPERATOR_PASSWORD_MIN} 位，不能包含账号，不能只用几个重复的字符`
  return consoleFailure(CODES.PARAM_ERROR, { fields: { password: text } })
}
