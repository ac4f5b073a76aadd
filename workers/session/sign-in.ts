import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import type { Credentials, SignInCall, SignInReport } from '#protocol/worker/api.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { accountHash, oldPassword } from '../crypto/legacy.ts'
import type { Caller } from '../http/caller.ts'
import { Deadline } from '../http/deadline.ts'
import type { Session } from './session.ts'

/** A sign-out does not wait longer than this for the server. */
const SIGN_OUT_TIMEOUT_MS = 3_000

export interface SignInContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer' | 'now'>
  readonly caller: Caller
  readonly session: Session
  readonly appVersion: string
  readonly siteId: number
  readonly storage: StorageAdapter
}

/**
 * S3.1: signs in by password or by the code of a text message. After too many failures the server requires a safety
 * check (S9.12).
 */
export async function signIn(context: SignInContext, credentials: Credentials): Promise<Result<SignInReport>> {
  const { api = 'v5', geetest } = credentials
  const params: RequestOf<'auth.login'> = {
    ...geetest,
    ...fieldsOf(credentials),
    password: '',
    version: context.appVersion,
  }
  switch (api) {
    case 'v5':
      return signInWith(context, 'auth.login', params)
    case 'v3':
      return signInWith(context, 'auth.loginV3', params)
    case 've4':
      return signInWith(context, 'auth.loginVe4', { ...params, hash: accountHash(params.name, context.siteId) })
  }
}

function fieldsOf(credentials: Credentials) {
  if ('code' in credentials) {
    const { areaCode, phone, code } = credentials
    return { name: '', flag: 2, timewd: '', oldPassword: '', areaCode, phone, code } as const
  }
  const name = normalUserName(credentials.name)
  const { password } = credentials
  return { name, flag: 1, timewd: password, oldPassword: oldPassword(password, name) } as const
}

/** Makes a call that signs in, and opens its session. */
export async function signInWith<Name extends SignInCall>(
  context: SignInContext,
  name: Name,
  params: RequestOf<Name>,
): Promise<Result<SignInReport>> {
  const { caller, session, storage } = context
  const isRegistration = name === 'registration.register' || name === 'registration.webRegister'
  const result = await caller.call(name, isRegistration ? await withInvitation(storage, params) : params)
  if (!result.ok) return result
  const { token, member, expireAt, lastSession } = result.data
  if (isRegistration) await Promise.all([storage.remove('i_code'), storage.remove('r_code')])
  await session.open(token, { member, expireAt })
  return success({ member, expireAt, lastSession })
}

/** Annex F: adds the codes of the stored invitation to a registration that does not name any. */
async function withInvitation<Params extends object>(storage: StorageAdapter, params: Params): Promise<Params> {
  if ('i_code' in params && params.i_code !== undefined) return params
  const [iCode, rCode] = await Promise.all([storage.get('i_code'), storage.get('r_code')])
  return { ...params, ...(iCode !== null && { i_code: iCode }), ...(rCode !== null && { r_code: rCode }) }
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
