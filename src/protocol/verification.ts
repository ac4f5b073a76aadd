import * as z from 'zod/mini'

/* Safety verification (S4.18-S4.21, Annex C.2): definitions for client, server and dialog. */

/** In the order in which they are offered. If one cannot be loaded, the next one is used. */
export const SAFE_TYPES = ['anji', 'afs', 'imageCode'] as const
export type SafeType = (typeof SAFE_TYPES)[number]

/** Enabled types: 1 or missing = enabled, 0 = hidden. Data of a NEED_SAFE response. */
const SafeTypes = z.object({
  imageCode: z.optional(z.int()),
  afs: z.optional(z.int()),
  anji: z.optional(z.int()),
})
export type SafeTypes = z.infer<typeof SafeTypes>

export const CaptchaType = z.enum(['blockPuzzle', 'clickWord'])
export type CaptchaType = z.infer<typeof CaptchaType>

const token = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))

/** Result of a check. It is merged into the parameters of the refused request. */
export const VerificationResult = z.discriminatedUnion('safeType', [
  z.strictObject({ safeType: z.literal('imageCode'), codeId: token(64), imgCode: token(16) }),
  z.strictObject({
    safeType: z.literal('afs'),
    afsSessionId: token(128),
    afsSig: token(512),
    afsToken: token(512),
    afsScene: token(64),
  }),
  z.strictObject({ safeType: z.literal('anji'), captchaType: CaptchaType, captchaVerification: token(1024) }),
])
export type VerificationResult = z.infer<typeof VerificationResult>

/** Fields that a verification may add to a request. The server removes them before it validates the parameters. */
export const VERIFICATION_FIELDS = [
  'safeType',
  'codeId',
  'imgCode',
  'afsSessionId',
  'afsSig',
  'afsToken',
  'afsScene',
  'captchaType',
  'captchaVerification',
] as const

/** The enabled types of a NEED_SAFE response, in the order in which they are tried. Malformed data enables all. */
export function offeredSafeTypes(details: unknown): SafeType[] {
  const parsed = SafeTypes.safeParse(details ?? {})
  const types: SafeTypes = parsed.success ? parsed.data : {}
  return SAFE_TYPES.filter((type) => types[type] !== 0)
}

/** Parameters of AJ-Captcha. Lengths are in pixels of the 310 px wide picture. */
export const AJ = {
  width: 310,
  height: 155,
  block: 50,
  slideTolerance: 5,
  clickTolerance: 25,
  /** `y` of every slide result. */
  slideY: 5,
  words: 4,
  imageLifetimeMs: 120_000,
  verificationLifetimeMs: 180_000,
} as const

/** repCode of AJ-Captcha. */
export const REP_CODES = {
  SUCCESS: '0000',
  BLANK: '0011',
  EXPIRED: '6110',
  WRONG: '6111',
  CANNOT_MAKE: '6112',
  GET_LIMIT: '6201',
  LOCKED: '6202',
  CHECK_LIMIT: '6204',
  VERIFY_LIMIT: '6205',
  INVALID: '6206',
  SERVER: '9999',
} as const
