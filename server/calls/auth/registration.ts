import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, failure, type Result, success } from '#protocol/result.ts'
import { normalUserName, userNameProblem } from '#protocol/rules/member/account.ts'
import { newUserNameProblem } from '#protocol/rules/member/official-names.ts'
import { birthDateProblem, normalRealName, realNameProblem } from '#protocol/rules/member/person.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { deploymentOf } from '#protocol/sites.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Contact } from '../../members/contact.ts'
import { InviteCodeRepository } from '../../members/invite-codes.ts'
import type { NewMember } from '../../members/new-members.ts'
import { countersOfAddress, RateCounters } from '../../members/rate-counters.ts'
import type { Database } from '../../database/database.ts'
import { type AuthServices, clientOf, openSession } from './auth.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import { phoneContact } from './send-code.ts'
import { geetestState, provePerson, spendGeetest } from './sign-in-check.ts'
import { fieldFailure, newPassword } from '../account/typed-password.ts'

interface RegistrationServices extends AuthServices {
  readonly database: Pick<Database, 'db'>
  readonly startingCoins: number
  readonly now: () => number
}

type Params = RequestOf<'registration.register'>
type Calls = Pick<
  Handlers,
  'registration.checkName' | 'registration.checkNameV2' | 'registration.register' | 'registration.webRegister'
>

/** Registrations per day without a safety check. An IPv6 network may have more than an address. */
const OF_DEVICE = { max: 5, windowMs: DAY_MS } as const
const OF_ADDRESS = { max: 50, windowMs: DAY_MS } as const

/** Registration (S3.2, S7.45, S7.46). */
export function registrationCalls(services: RegistrationServices): Calls {
  const tools: Tools = {
    ...services,
    invitations: new InviteCodeRepository(services.database),
    counters: new RateCounters(services.database, services),
  }
  const checkName = async ({ name }: { name: string }): Promise<Result<{ exists: boolean }>> => {
    // An existing account may have a name that no new one may have.
    const exists = userNameProblem(name) === null && (await services.members.exists(name))
    const problem = exists ? null : newUserNameProblem(name)
    return problem === null ? success({ exists }) : fieldFailure('name', problem)
  }
  return {
    'registration.checkName': checkName,
    'registration.checkNameV2': checkName,
    'registration.register': (params, call) => register(tools, params, call),
    'registration.webRegister': (params, call) => register(tools, { ...params, agreeTerms: true }, call),
  }
}

interface Tools extends RegistrationServices {
  readonly invitations: InviteCodeRepository
  readonly counters: RateCounters
}

async function register(tools: Tools, params: Params, call: CallContext): Promise<Result<DataOf<'auth.login'>>> {
  const { members, limits, sessions } = tools
  const checked = checkedMember(params, call)
  if ('ok' in checked) return checked
  const invitedBy = await inviterOf(tools, params)
  if (invitedBy !== null && typeof invitedBy !== 'string') return invitedBy
  const unproven = await abuseRefusal(tools, params, call)
  if (unproven) return unproven
  const limited = limits.ofPasswordCheck('new password')
  if (limited) return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
  // A code is used up only by a registration that nothing else stops.
  if (await members.exists(checked.name)) return failureOf(CODES.NAME_TAKEN)
  if (!(await isCodeRight(tools, checked.phone, params.code, call))) return failureOf(CODES.VERIFY_CODE_ERROR)
  if (!(await spendGeetest(tools.verification, params, call))) return failureOf(CODES.VERIFY_CODE_ERROR)

  const contact = checked.phone ? tools.contacts.columnsOf(checked.phone) : {}
  const made = await members.register({ ...checked, contact, invitedBy, coins: tools.startingCoins })
  if ('taken' in made) {
    return made.taken === 'name' ? failureOf(CODES.NAME_TAKEN) : fieldFailure('phone', '这个手机号已绑定其他账号')
  }
  await countRegistration(tools, call)
  await sessions.record({ kind: 'registered', memberId: made.memberId, code: null, ...clientOf(call) })
  return openSession(tools, made.memberId, call, false)
}

type CheckedMember = Omit<NewMember, 'contact' | 'invitedBy' | 'coins'> & { readonly phone: Contact | null }

/** The parameters after the rules of section 5 and of the site, or the first failure. */
function checkedMember(params: Params, call: CallContext): CheckedMember | Failure {
  const { settleCurrency } = deploymentOf(call.siteId)
  const name = normalUserName(params.name)
  const nameProblem = newUserNameProblem(params.name)
  if (nameProblem !== null) return fieldFailure('name', nameProblem)
  const password = newPassword(params.timewd, { field: 'timewd', userName: name }, call)
  if (!password.ok) return password
  if (params.currency !== settleCurrency) return fieldFailure('currency', '币种与站点不一致')
  const ageProblem = birthDateProblem(params.birthDate, call.now, call.site.ageGateYears)
  if (ageProblem !== null) {
    return failure(CODES.UNDER_AGE, ageProblem, { details: { fields: { birthDate: ageProblem } } })
  }
  const realName = realNameOf(call.site, params)
  if (realName !== null && typeof realName !== 'string') return realName
  const phone = phoneOf(call.site, params)
  if (phone && 'ok' in phone) return phone
  return { name, password: password.data, siteId: call.siteId, realName, birthDate: params.birthDate, phone }
}

/** Forms send an empty text for a field that is not filled in. */
function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text
}

function realNameOf({ registerRealNameRequired, realNameRule }: SiteConfig, params: Params): string | null | Failure {
  const realName = given(params.realName)
  if (realName === null) return registerRealNameRequired === 1 ? fieldFailure('realName', '请填写真实姓名') : null
  const problem = realNameProblem(realName, realNameRule === 2 ? 2 : 1)
  return problem === null ? normalRealName(realName) : fieldFailure('realName', problem)
}

function phoneOf(config: SiteConfig, { areaCode, phone, code }: Params): Contact | null | Failure {
  if (phone === undefined || areaCode === undefined) {
    return config.registerPhoneRequired === 1 ? fieldFailure('phone', '请填写手机号') : null
  }
  const contact = phoneContact(config, { areaCode, phone })
  if ('ok' in contact) return contact
  return code === undefined ? fieldFailure('code', '请填写验证码') : contact
}

/** The internal id of the member who invited, null without an invitation, or INVITE_CODE_INVALID. */
async function inviterOf({ invitations }: Tools, params: Params): Promise<string | null | Failure> {
  const iCode = given(params.i_code)?.trim().toLowerCase() ?? ''
  const rCode = given(params.r_code)?.trim().toLowerCase() ?? ''
  if (iCode === '' && rCode === '') return null
  return (await invitations.ownerOf({ iCode, rCode })) ?? failureOf(CODES.INVITE_CODE_INVALID)
}

/** Geetest where the site requires it (S7.52), and a safety check after many registrations of a device or address. */
async function abuseRefusal(tools: Tools, params: Params, call: CallContext): Promise<Failure | null> {
  const { verification, counters } = tools
  const state = await geetestState(verification, params, call)
  if (state === 'refused') return failureOf(CODES.VERIFY_CODE_ERROR)
  const ofDevice = await counters.read([deviceKey(call)], OF_DEVICE)
  const isMany = ofDevice.fullUntil !== null || (await counters.fullUntil(addressCounters(call))) !== null
  return state === 'offline' || isMany ? provePerson(call) : null
}

async function countRegistration({ counters }: Tools, call: CallContext): Promise<void> {
  await counters.take([deviceKey(call)], OF_DEVICE)
  for (const { key, limit } of addressCounters(call)) {
    // oxlint-disable-next-line no-await-in-loop -- at most two
    await counters.take([key], limit)
  }
}

const deviceKey = ({ deviceId }: CallContext): string => `register:device:${deviceId}`
const addressCounters = ({ address }: CallContext) => countersOfAddress('register:address', address, OF_ADDRESS)

async function isCodeRight(
  { codes }: Tools,
  contact: Contact | null,
  code: string | undefined,
  { deviceId }: CallContext,
): Promise<boolean> {
  if (!contact) return true
  return codes.use({ scene: 'register', contact, memberId: null, deviceId }, code ?? '')
}
