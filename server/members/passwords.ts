import { hash, verify } from '@node-rs/argon2'

/** OWASP's figures for argon2id, which is this package's default: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** What the sign-in form takes, 64 characters of whatever alphabet (S7.38); longer texts are not worth hashing. */
const PASSWORD_MAX_BYTES = 64 * 3

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

/** Stands in where there is no hash to compare with, so that an unknown name takes as long as a known one. */
const standIn = hashPassword('the stand-in for members who do not exist')

/** Takes the same time whether or not there is a hash. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const text = Buffer.byteLength(password) <= PASSWORD_MAX_BYTES ? password : ''
  const isEqual = await verify(passwordHash ?? (await standIn), text)
  return isEqual && passwordHash !== null && text !== ''
}
