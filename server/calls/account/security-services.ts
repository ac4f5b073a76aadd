import type { CallLimits } from '../../http/pipeline/call-limits.ts'
import type { AccountCare } from '../../members/account-care.ts'
import type { OneTimeCodes } from '../../members/codes/one-time-codes.ts'
import type { Tickets } from '../../members/codes/tickets.ts'
import type { MemberContacts } from '../../members/contact.ts'
import type { Members } from '../../members/members.ts'
import type { Passkeys } from '../../members/passkeys/passkeys.ts'
import type { MemberSecurity } from '../../members/security/member-security.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { WithdrawPasswords } from '../../members/security/withdraw-passwords.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { SignInGuard } from '../../members/sign-in-guard.ts'

/** What the calls of the security centre, the binding wizard, the passkeys and the withdrawal password use. */
export interface SecurityServices {
  readonly members: Members
  readonly sessions: Sessions
  readonly guard: SignInGuard
  readonly limits: Pick<CallLimits, 'ofPasswordCheck'>
  readonly accountCare: Pick<AccountCare, 'noteSignIn'>
  readonly contacts: MemberContacts
  readonly codes: Pick<OneTimeCodes, 'use'>
  readonly tickets: Pick<Tickets, 'revoke'>
  readonly memberSecurity: MemberSecurity
  readonly securityLog: SecurityLog
  readonly withdrawPasswords: WithdrawPasswords
  readonly passkeys: Passkeys
}
