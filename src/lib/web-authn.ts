/** Options and responses of WebAuthn as JSON. */
export type WebAuthnJson = Record<string, unknown>

/** Why a ceremony has no response. `known`: this device has a passkey of the account already. */
export type CeremonyProblem = 'notLoaded' | 'cancelled' | 'known' | 'broken'
export type CeremonyResult = { readonly response: WebAuthnJson } | { readonly problem: CeremonyProblem }

type Library = typeof import('@simplewebauthn/browser')

/** Browsers offer WebAuthn on https and localhost only. */
export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/** Asks for a passkey. Never rejects. */
export function requestPasskey(options: WebAuthnJson): Promise<CeremonyResult> {
  return runCeremony(({ startAuthentication }) =>
    // The server makes the options with @simplewebauthn/server; the browser checks them.
    startAuthentication({ optionsJSON: options as unknown as OptionsOf<'startAuthentication'> }),
  )
}

/** Creates a passkey. Never rejects. */
export function createPasskey(options: WebAuthnJson): Promise<CeremonyResult> {
  return runCeremony(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as OptionsOf<'startRegistration'> }),
  )
}

type OptionsOf<Name extends 'startAuthentication' | 'startRegistration'> = Parameters<Library[Name]>[0]['optionsJSON']

/** Loads the library at the first use. */
async function runCeremony(run: (library: Library) => Promise<object>): Promise<CeremonyResult> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (library === null) return { problem: 'notLoaded' }
  try {
    return { response: { ...(await run(library)) } }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') return { problem: 'known' }
    // The browser does not tell whether the person closed its window or has no passkey.
    return { problem: name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'broken' }
  }
}
