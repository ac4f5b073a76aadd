/** Browsers offer WebAuthn on https and localhost only. */
export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}
