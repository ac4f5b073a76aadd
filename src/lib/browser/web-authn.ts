import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Options and responses of WebAuthn as JSON. */
export type WebAuthnJson = Record<string, unknown>

/** Why a ceremony has no response. `known`: this device has a passkey of the account already. */
export type CeremonyProblem = 'cancelled' | 'known' | 'broken'
type CeremonyResult = { readonly response: WebAuthnJson } | { readonly problem: CeremonyProblem }

// The server makes the options with @simplewebauthn/server; the browser checks them.
type OptionsOf<Start extends (options: never) => unknown> = Parameters<Start>[0] extends { optionsJSON: infer Options }
  ? Options
  : never

/** Asks for a passkey. Never rejects. */
export function requestPasskey(options: WebAuthnJson): Promise<CeremonyResult> {
  return resultOf(startAuthentication({ optionsJSON: options as unknown as OptionsOf<typeof startAuthentication> }))
}

/** Creates a passkey. Never rejects. */
export function createPasskey(options: WebAuthnJson): Promise<CeremonyResult> {
  return resultOf(startRegistration({ optionsJSON: options as unknown as OptionsOf<typeof startRegistration> }))
}

async function resultOf(ceremony: Promise<object>): Promise<CeremonyResult> {
  try {
    return { response: { ...(await ceremony) } }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') return { problem: 'known' }
    // The browser does not tell whether the person closed its window or has no passkey.
    return { problem: name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'broken' }
  }
}
