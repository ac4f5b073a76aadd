import * as z from 'zod/mini'

/** 1 web, 2 H5 (a phone's browser), 3 app. */
export const CLIENT_TYPES = { web: 1, h5: 2, app: 3 } as const
export type ClientType = (typeof CLIENT_TYPES)[keyof typeof CLIENT_TYPES]

/** S7.6, Annex C.1: the twelve logical headers and two of our own, sealed as one JSON text in `x-lt1`. */
export const LogicalHeaders = z.strictObject({
  'client-type': z.union([z.literal(1), z.literal(2), z.literal(3)]),
  'site-id': z.int().check(z.positive()),
  token: z.string().check(z.maxLength(256)),
  'agent-token': z.string().check(z.maxLength(256)),
  uuid: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)),
  version: z.string().check(z.maxLength(32)),
  'app-key': z.string().check(z.maxLength(64)),
  nonce: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  sign: z.string().check(z.maxLength(128)),
  timestamp: z.int(),
  platform: z.string().check(z.maxLength(64)),
  'accept-language': z.string().check(z.maxLength(64)),
  'risk-token': z.optional(z.string().check(z.maxLength(256))),
  'idempotency-key': z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))),
})
export type LogicalHeaders = z.infer<typeof LogicalHeaders>

/** The application key of this front end. It is not a secret. */
export const APP_KEY = 'grandstand-web'

/** S7.11-S7.13: the token header is blank for these calls (case-sensitive). */
export function isTokenBlanked(path: string): boolean {
  return path.includes('login') || path.includes('banner-list') || path.includes('perInfo/v1/get')
}

/** The text under the legacy `sign` header: HMAC-SHA256 with the session's sign key, hexadecimal. Never trusted alone. */
export function signText(
  headers: Pick<LogicalHeaders, 'nonce' | 'timestamp' | 'site-id' | 'uuid'>,
  method: string,
  target: string,
): string {
  return [method.toUpperCase(), target, headers.timestamp, headers.nonce, headers['site-id'], headers.uuid].join('\n')
}
