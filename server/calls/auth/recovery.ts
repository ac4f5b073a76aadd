import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { OneTimeCodes } from '../../members/codes/one-time-codes.ts'
import type { Tickets } from '../../members/codes/tickets.ts'
import type { Contact, MemberContacts } from '../../members/contact.ts'
import type { Members } from '../../members/members.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { SignInGuard } from '../../members/sign-in-guard.ts'
import type { CallLimits } from '../../http/pipeline/call-limits.ts'
import { clientOf } from './auth.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import { provePerson } from './sign-in-check.ts'
import { emailContact, phoneContact } from './send-code.ts'
import { newPassword } from '../account/typed-password.ts'

interface RecoveryServices {
  readonly members: Members
  readonly contacts: MemberContacts
  readonly codes: OneTimeCodes
  readonly tickets: Tickets
  readonly sessions: Sessions
  readonly guard: SignInGuard
  readonly securityLog: Pick<SecurityLog, 'add'>
  readonly limits: Pick<CallLimits, 'ofPasswordCheck'>
}

type Calls = Pick<Handlers, Extract<keyof Handlers, `recovery.${string}`>>

const TICKET_LIFETIME_MS = 10 * MINUTE_MS
/** Codes that may be entered for one ticket. */
const CODE_TRIES = 5
/** New passwords that may be refused by the rules for one ticket. */
const PASSWORD_TRIES = 20

/** Recovery of a password by a bound phone or address, in three steps (S7.53). */
export function recoveryCalls(services: RecoveryServices): Calls {
  return {
    'recovery.phoneStepOne': ({ name, ...phone }, call) =>
      sendCode(services, name, phoneContact(call.site, phone), call),
    'recovery.phoneStepTwo': (params, call) => checkCode(services, 'phone', params, call),
    'recovery.phoneStepThree': (params, call) => setPassword(services, 'phone', params, call),
    'recovery.emailStepOne': ({ name, email }, call) => sendCode(services, name, emailContact({ email }), call),
    'recovery.emailStepTwo': (params, call) => checkCode(services, 'email', params, call),
    'recovery.emailStepThree': (params, call) => setPassword(services, 'email', params, call),
  }
}

/** Step one. An account without this contact gets the same response, and nothing is sent. */
async function sendCode(
  { members, contacts, codes, tickets }: RecoveryServices,
  name: string,
  contact: Contact | Failure,
  { siteId, site, deviceId, address, safety }: CallContext,
): Promise<Result<DataOf<'recovery.phoneStepOne'>>> {
  if ('ok' in contact) return contact
  const unproven = (await codes.mustProve(address)) && (await provePerson({ safety, site }))
  if (unproven) return unproven
  const member = await members.findByName(name)
  const owner = await contacts.ownerOf(siteId, contact)
  const memberId = member && member.memberId === owner ? owner : null
  const sent = await codes.send({
    scene: 'recovery',
    contact,
    memberId,
    deviceId,
    address,
    intervalSeconds: site.smsIntervalSeconds,
    delivery: memberId === null ? null : 'code',
  })
  if (!sent.ok) return sent
  const ticket = await tickets.issue({
    scene: `recovery code ${contact.kind}`,
    deviceId,
    memberId,
    data: contacts.cipher.encrypt(contact),
    lifetimeMs: TICKET_LIFETIME_MS,
  })
  return success({ ...sent.data, ticket })
}

/** Step two. A right code exchanges the ticket for that of the last step. */
async function checkCode(
  { contacts, codes, tickets }: RecoveryServices,
  kind: Contact['kind'],
  { ticket, code }: { readonly ticket: string; readonly code: string },
  { deviceId }: CallContext,
): Promise<Result<{ ticket: string }>> {
  const use = { scene: `recovery code ${kind}`, deviceId }
  const opened = await tickets.open(ticket, use, CODE_TRIES)
  const contact = opened && contacts.cipher.decrypt(kind, opened.data)
  if (!opened || !contact) return failureOf(CODES.TICKET_EXPIRED)
  const { memberId } = opened
  const isRight = await codes.use({ scene: 'recovery', contact, memberId, deviceId }, code)
  if (!isRight || memberId === null) return failureOf(CODES.VERIFY_CODE_ERROR)
  if (!(await tickets.take(ticket, use))) return failureOf(CODES.TICKET_EXPIRED)
  const scene = `recovery password ${kind}`
  return success({
    ticket: await tickets.issue({ scene, deviceId, memberId, data: '', lifetimeMs: TICKET_LIFETIME_MS }),
  })
}

/** Step three. Sets the password, and ends all sessions of the member. A password that is refused keeps the ticket. */
async function setPassword(
  { members, tickets, sessions, guard, limits, securityLog }: RecoveryServices,
  kind: Contact['kind'],
  { ticket, timewd }: { readonly ticket: string; readonly timewd: string },
  call: CallContext,
): Promise<Result<Record<string, never>>> {
  const use = { scene: `recovery password ${kind}`, deviceId: call.deviceId }
  const opened = await tickets.open(ticket, use, PASSWORD_TRIES)
  const member = opened?.memberId ? await members.find(opened.memberId) : null
  if (!member) return failureOf(CODES.TICKET_EXPIRED)
  const { memberId, name } = member
  const password = newPassword(timewd, { field: 'timewd', userName: name }, call)
  if (!password.ok) return password
  const limited = limits.ofPasswordCheck('new password')
  if (limited) return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
  if (!(await tickets.take(ticket, use))) return failureOf(CODES.TICKET_EXPIRED)
  await members.setPassword(memberId, password.data)
  await tickets.revoke(memberId)
  await sessions.endAllOf(memberId, CODES.PASSWORD_CHANGED)
  await securityLog.add(memberId, 'password-reset', clientOf(call))
  await guard.reset(name)
  return success({})
}
