import type { Database } from '#server/database/database.ts'
import { Passkeys } from '#server/members/passkeys/passkeys.ts'
import { MemberSecurity } from '#server/members/security/member-security.ts'
import { WithdrawPasswords } from '#server/members/security/withdraw-passwords.ts'
import { accountServices } from './account-services.ts'
import { testPasswords } from './passwords.ts'

/** Services of the security centre on a test database. */
export function securityServices(store: Database, now: () => number) {
  const account = accountServices(store, now)
  return {
    ...account,
    memberSecurity: new MemberSecurity(store, { now, cipher: account.contacts.cipher }),
    withdrawPasswords: new WithdrawPasswords(store, { now, passwords: testPasswords() }),
    passkeys: new Passkeys(store, { now, allowedOrigins: [] }),
  }
}
