import { CODES } from '#protocol/codes.ts'
import type { passkeyActions } from '#protocol/console/passkeys.ts'
import { type Failure, failure, success } from '#protocol/result.ts'
import type { Credential } from '../../../members/passkeys/ceremonies.ts'
import { consoleFailure, type ConsoleHandlers, type OperatorCall, refusable, refuse } from '../console-call.ts'
import type { OperatorPasskeys } from '../operator-passkeys.ts'
import { factorsOf } from '../second-factor.ts'
import { type AccessServices, checkPassword, countedFactor, openAfterFactor } from './access.ts'

interface PasskeyServices extends AccessServices {
  readonly operatorPasskeys: OperatorPasskeys
}

type PasskeyHandlers = Pick<ConsoleHandlers, keyof typeof passkeyActions>

/** Handlers of passkeys of operators. */
export function passkeyHandlers(services: PasskeyServices): PasskeyHandlers {
  return { ...addHandlers(services), ...ownHandlers(services), ...signInHandlers(services) }
}

const targetOf = ({ session }: OperatorCall) => ({ target: `operator ${session.operator.name}` })

function addHandlers(services: PasskeyServices) {
  const { database, sessions, factors, operatorPasskeys } = services
  return {
    async 'passkey.addOptions'({ password = '' }, call) {
      const { state } = call.session
      if (state === 'verify') return consoleFailure(CODES.PARAM_ERROR)
      const refused = state === 'open' ? await confirmPassword(services, password, call) : null
      if (refused) return refused
      const options = await operatorPasskeys.addOptions(call)
      return options ? success({ options }) : noRelyingParty()
    },
    async 'passkey.add'({ label, response }, call) {
      const { state, operator } = call.session
      if (state === 'verify') return consoleFailure(CODES.PARAM_ERROR)
      const created = await operatorPasskeys.created(call, label, response)
      if (created === 'expired') return consoleFailure(CODES.TICKET_EXPIRED)
      if (created === 'refused') return notAdded()
      const isFirst = state === 'enrol'
      const done = await refusable<{ recoveryCodes: string[]; token: string | null }>(database, async (tx) => {
        const added = await operatorPasskeys.add(tx, call, created, { isFirst })
        if (added !== 'added') refuse(ADD_REFUSALS[added]())
        await call.audit(tx, { ...targetOf(call), after: { passkey: created.label } })
        if (!isFirst) return success({ recoveryCodes: [], token: null })
        const codes = await factors.renewRecoveryCodes(tx, operator.id)
        return success({ recoveryCodes: codes, token: await openAfterFactor(tx, sessions, call) })
      })
      if (!done.ok) return done
      if (done.data.token !== null) call.setToken(done.data.token)
      return success({ recoveryCodes: done.data.recoveryCodes })
    },
  } satisfies Partial<PasskeyHandlers>
}

function ownHandlers(services: PasskeyServices) {
  const { database, operatorPasskeys } = services
  return {
    async 'passkey.list'(_, { session }) {
      const { id } = session.operator
      const [rows, { hasTotp }] = await Promise.all([operatorPasskeys.list(id), factorsOf(database.db, id)])
      return success({ list: rows.map(viewOf), hasTotp })
    },
    'passkey.rename': ({ id, label }, call) =>
      database.transaction(async (tx) => {
        const renamed = await operatorPasskeys.rename(tx, call.session.operator.id, id, label)
        if (!renamed) return consoleFailure(CODES.NOT_FOUND)
        const line = { before: { passkey: renamed.before }, after: { passkey: renamed.after } }
        await call.audit(tx, { ...targetOf(call), ...line })
        return success({})
      }),
    async 'passkey.remove'({ id, password }, call) {
      const refused = await confirmPassword(services, password, call)
      if (refused) return refused
      return database.transaction(async (tx) => {
        const removed = await operatorPasskeys.remove(tx, call.session.operator.id, id)
        if (removed === 'unknown') return consoleFailure(CODES.NOT_FOUND)
        if (removed === 'last') return failure(CODES.LIMIT_EXCEEDED, '这是唯一的两步验证方式，请先添加另一个通行密钥')
        await call.audit(tx, { ...targetOf(call), before: { passkey: removed.label } })
        return success({})
      })
    },
  } satisfies Partial<PasskeyHandlers>
}

function signInHandlers({ database, sessions, guard, operatorPasskeys }: PasskeyServices) {
  return {
    async 'passkey.verifyOptions'(_, call) {
      if (call.session.state !== 'verify') return consoleFailure(CODES.PARAM_ERROR)
      const options = await operatorPasskeys.verifyOptions(call)
      return options ? success({ options }) : noRelyingParty()
    },
    async 'passkey.verify'({ response }, call) {
      if (call.session.state !== 'verify') return consoleFailure(CODES.PARAM_ERROR)
      const until = await guard.take(...countedFactor(call))
      if (until !== null) return consoleFailure(CODES.CURRENT_LIMITING_B, { until })
      const accepted = await operatorPasskeys.verify(call, response)
      if (accepted === 'expired') return consoleFailure(CODES.TICKET_EXPIRED)
      const token = await database.transaction(async (tx) => {
        if (accepted === 'refused' || !(await operatorPasskeys.use(tx, accepted))) return null
        await call.audit(tx, { ...targetOf(call), after: { passkey: accepted.credential.label } })
        return openAfterFactor(tx, sessions, call)
      })
      if (token === null) {
        await call.audit(database.db, { ...targetOf(call), after: { outcome: 'refused' } })
        return failure(CODES.VERIFY_CODE_ERROR, '通行密钥验证失败，请重试')
      }
      await guard.giveBack(...countedFactor(call))
      call.setToken(token)
      return success({ state: 'open' })
    },
  } satisfies Partial<PasskeyHandlers>
}

/** Null if the password is that of the session's operator. */
async function confirmPassword(
  services: PasskeyServices,
  password: string,
  call: OperatorCall,
): Promise<Failure | null> {
  const checked = await checkPassword(services, { name: call.session.operator.name, password }, call)
  if (checked.ok) return null
  if (checked.code !== CODES.NAME_OR_PASSWORD_WRONG) return checked
  return failure(CODES.PARAM_ERROR, '密码不对', { details: { fields: { password: '密码不对' } } })
}

const notAdded = (): Failure => failure(CODES.PARAM_ERROR, '无法添加这个通行密钥，请重试')
const ADD_REFUSALS = {
  ended: () => consoleFailure(CODES.NEED_LOGIN),
  enrolled: () => failure(CODES.PARAM_ERROR, '已经设置过两步验证，请重新登录'),
  full: () => failure(CODES.LIMIT_EXCEEDED, '通行密钥最多 10 个，请先移除用不到的'),
  taken: notAdded,
} as const

/** The calling page has no host name that a passkey can be bound to. */
function noRelyingParty(): Failure {
  return failure(CODES.PARAM_ERROR, '当前地址不能使用通行密钥')
}

function viewOf({ id, label, createdAt, usedAt }: Credential) {
  return { id, label, createdAt, usedAt }
}
