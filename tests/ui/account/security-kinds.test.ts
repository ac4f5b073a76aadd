import { expect, it } from 'vitest'
import { accountMessages } from '#messages/zh/account.ts'
import { securityMessages } from '#messages/zh/security.ts'
import type { AuthEvent } from '#server/members/sessions/sessions.ts'
import type { SecurityNoticeKind } from '#server/database/schema/security.ts'
import type { SecurityEventKind } from '#server/members/security/security-log.ts'

/** True: the member also gets a notice. A new kind does not compile until it is added here. */
const KINDS: Readonly<Record<AuthEvent['kind'] | SecurityEventKind, boolean>> &
  Readonly<Record<SecurityNoticeKind, true>> = {
  login: false,
  'login-failed': false,
  'login-locked': false,
  'login-challenged': false,
  'session-ended': false,
  registered: false,
  'password-changed': true,
  'password-reset': true,
  'password-refused': false,
  'passkey-refused': false,
  'phone-bound': true,
  'email-bound': true,
  'real-name-bound': false,
  'holder-chosen': false,
  'usdt-chosen': false,
  'payout-account-added': false,
  'payout-account-removed': false,
  'payout-account-preferred': false,
  'withdraw-password-set': true,
  'withdraw-password-refused': false,
  'passkey-added': true,
  'passkey-removed': true,
  'passkey-required': true,
  'passkey-optional': true,
  'idle-changed': false,
  'others-signed-out': false,
  woken: false,
}

const camelCase = (kind: string): string => kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

it.each(Object.entries(KINDS))('the history and the notices have a text for %s', (kind, hasNotice) => {
  expect(Object.keys(securityMessages)).toContain(`kind.${camelCase(kind)}`)
  if (hasNotice) expect(Object.keys(accountMessages)).toContain(`notice.${camelCase(kind)}`)
})
