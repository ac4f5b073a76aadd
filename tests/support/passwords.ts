import { Passwords } from '#server/members/passwords.ts'

/** The lowest cost of argon2id, for tests that sign members in. */
export const TEST_PASSWORD_COST = { memoryCost: 8, timeCost: 1 }

export function testPasswords(): Passwords {
  return new Passwords(TEST_PASSWORD_COST)
}
