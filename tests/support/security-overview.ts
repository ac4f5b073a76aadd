import type { DataOf } from '#protocol/endpoints/table.ts'

/** The overview of a member who has set only a password. */
export function newOverview(name: string): DataOf<'security.overview'> {
  return {
    name,
    phone: null,
    email: null,
    realName: null,
    hasWithdrawPassword: false,
    passwordChangedAt: null,
    passkeys: 0,
    isPasskeyRequired: false,
    idleMinutes: 0,
  }
}
