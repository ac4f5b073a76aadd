import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { aut } from '#lib/messages/auth.ts'

type WebAuthnJson = Record<string, unknown>

/** Browsers offer WebAuthn on https and localhost only. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

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

/** Asks the member for a passkey. The code of the library is loaded at the first use. Never rejects. */
export async function askForPasskey(options: WebAuthnJson): Promise<Result<WebAuthnJson>> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (library === null) return failure(CODES.NETWORK_FAILURE, aut('passkey.notLoaded'))
  try {
    // The server makes the options; the browser checks them.
    const optionsJSON = options as unknown as Parameters<typeof library.startAuthentication>[0]['optionsJSON']
    return success({ ...(await library.startAuthentication({ optionsJSON })) })
  } catch {
    // The browser does not tell whether the member closed its window or has no passkey.
    return failure(CODES.ABORTED, aut('passkey.failed'))
  }
}
