/**
 * S7.114: format of signed queries to the video provider and of its responses.
 *
 * sign = lower-case hexadecimal HMAC-SHA256(signKey, `name=value` of all other parameters, sorted by name, joined by `&`).
 * data = base64url( iv 12 | AES-256-GCM(JSON) | tag 16 ) under dataKey, associated data = the request's sign in UTF-8.
 */
export const SIGNED_QUERY_WINDOW_MS = 120_000

/** The signed text. Values are not percent-encoded. */
export function signedQueryText(params: Readonly<Record<string, string>>): string {
  return Object.entries(params)
    .filter(([name]) => name !== 'sign')
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}
