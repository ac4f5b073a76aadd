export const DEFAULT_AFTER_SIGN_IN = '/app/home'

/**
 * S2.2: the path to open after sign-in. Accepts only paths of this origin: one leading `/`, no second slash or backslash after
 * it (browsers read `/\evil` as `//evil`), no control characters, and not a page for
 * visitors who want to become members: sign-in, registration, recovery of a password.
 */
export function safeFromPage(fromPage: string | null | undefined): string {
  if (!fromPage || fromPage.length > 2048 || !/^\/(?![/\\])/.test(fromPage)) return DEFAULT_AFTER_SIGN_IN
  for (let index = 0; index < fromPage.length; index += 1) {
    const code = fromPage.charCodeAt(index)
    if (code < 0x20 || code === 0x7f || code === 0x5c) return DEFAULT_AFTER_SIGN_IN
  }
  return /^\/(?:(?:entry\/)?login|register|forgot)(?:[/?#]|$)/.test(fromPage) ? DEFAULT_AFTER_SIGN_IN : fromPage
}
