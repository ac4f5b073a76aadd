import { hash, verify } from '@node-rs/argon2'

/** OWASP parameters of argon2id, the default of this package: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** The sign-in form accepts 64 characters (S7.38); longer input is not hashed. */
const PASSWORD_MAX_BYTES = 64 * 3

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

/** Compared when there is no hash, so that an unknown name takes as long as a known one. */
const placeholderHash = hashPassword('the stand-in for members who do not exist')

/** Takes the same time with and without a hash. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const text = Buffer.byteLength(password) <= PASSWORD_MAX_BYTES ? password : ''
  const isEqual = await verify(passwordHash ?? (await placeholderHash), text)
  return isEqual && passwordHash !== null && text !== ''
}
