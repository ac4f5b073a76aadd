import { CODES } from '#protocol/codes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { normalUserName } from '#protocol/rules/password.ts'
import type { StorageAdapter } from '#protocol/worker-api.ts'
import type { Clock } from '../clock/clock.ts'
import { oldPassword, timewd } from '../crypto/legacy.ts'
import type { Caller } from '../http/caller.ts'
import type { Session, SessionState } from './session.ts'

const IV_BYTES = 16

export interface SignInContext {
  readonly backend: CryptoBackend
  readonly clock: Clock
  readonly caller: Caller
  readonly session: Session
  readonly appVersion: string
  readonly storage: () => StorageAdapter
}

/** S3.1: the password is encoded here under the envelope session's keys and goes no further. */
export async function signIn(
  { backend, clock, caller, session, appVersion }: SignInContext,
  { name: given, password }: { name: string; password: string },
): Promise<Result<SessionState>> {
  const name = normalUserName(given)
  const result = await caller.call('auth.login', (keys) => ({
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

/** Ends the session on the server if it can be reached, and here in any case. */
export async function signOut({ caller, session }: SignInContext): Promise<Result<null>> {
  if (session.token !== '') await caller.call('auth.logout', {})
  await session.close(null)
  return success(null)
}

/**
 * S3.35: takes up the session that the page's storage remembers. A failure means that nobody knows yet whether it is
 * good; a session that has ended is a success without one.
 */
export async function restore({ caller, session, storage }: SignInContext): Promise<Result<null>> {
  const token = (await storage().get('tb-token')) ?? ''
  if (token === '' || session.state) return success(null)
  session.carry(token)
  const result = await caller.call('auth.session', {})
  if (result.ok) session.confirm(result.data)
  else if (result.code === CODES.NEED_LOGIN) await session.close(null)
  // The token is still carried unless its refusal has ended it.
  else if (session.token !== '') return result
  return success(null)
}
