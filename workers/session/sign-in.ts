import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { normalUserName } from '#protocol/rules/account.ts'
import type { Credentials } from '#protocol/worker/api.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { oldPassword, timewd } from '../crypto/legacy.ts'
import type { Caller } from '../http/caller.ts'
import { Deadline } from '../http/deadline.ts'
import type { Session, SessionState } from './session.ts'

const IV_BYTES = 16
/** A sign-out does not wait longer than this for the server. */
const SIGN_OUT_TIMEOUT_MS = 3_000

export interface SignInContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer' | 'now'>
  readonly backend: CryptoBackend
  readonly clock: Clock
  readonly caller: Caller
  readonly session: Session
  readonly appVersion: string
  readonly storage: StorageAdapter
}

/**
 * S3.1: signs in. The password is encoded with the keys of the envelope session. After too many failures the server
 * requires a safety check (S9.12).
 */
export async function signIn(
  { backend, clock, caller, session, appVersion }: SignInContext,
  { name: given, password, geetest }: Credentials,
): Promise<Result<SessionState>> {
  const name = normalUserName(given)
  const result = await caller.call('auth.login', (keys) => ({
    ...geetest,
    name,
    password: '',
    flag: 1,
    version: appVersion,
    timewd: timewd(password, Math.floor(clock.now()), keys.wd, backend.random(IV_BYTES)),
    oldPassword: oldPassword(password, name),
  }))
  if (!result.ok) return result
  const { token, member, expireAt } = result.data
  await session.open(token, { member, expireAt })
  return success({ member, expireAt })
}

/** Ends the session on the server, if it can be reached, and locally in any case. */
export async function signOut({ dependencies, caller, session }: SignInContext): Promise<Result<null>> {
  const { token } = session
  if (token === '') return success(null)
  await session.leave()
  const deadline = new Deadline(dependencies, SIGN_OUT_TIMEOUT_MS)
  await caller.call('auth.logout', {}, { deadline })
  deadline.finish()
  // Another tab may have signed in since.
  if (session.token === token) await session.close(null)
  return success(null)
}
