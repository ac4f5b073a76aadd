import { CODES } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { authText } from '#messages/zh/auth.ts'
import type { WebAuthnJson } from '#lib/browser/web-authn.ts'

/** A sign-in that waits for a passkey. */
export interface PasskeyChallenge {
  readonly ticket: string
  /** Options of `navigator.credentials.get` as JSON. */
  readonly options: WebAuthnJson
}

/** The challenge in the details of NEED_PASSKEY, or null. */
export function challengeOf(details: unknown): PasskeyChallenge | null {
  if (typeof details !== 'object' || details === null || !('ticket' in details) || !('options' in details)) return null
  const { ticket, options } = details
  return typeof ticket === 'string' && typeof options === 'object' && options !== null
    ? { ticket, options: { ...options } }
    : null
}

/** Asks the member for a passkey. The code of the ceremony is loaded at the first use. Never rejects. */
export async function askForPasskey(options: WebAuthnJson): Promise<Result<WebAuthnJson>> {
  const webAuthn = await import('#lib/browser/web-authn.ts').catch(() => null)
  if (webAuthn === null) return failure(CODES.NETWORK_FAILURE, authText('passkey.notLoaded'))
  const result = await webAuthn.requestPasskey(options)
  return 'response' in result ? success(result.response) : failure(CODES.ABORTED, authText('passkey.failed'))
}
