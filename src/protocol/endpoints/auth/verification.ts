import * as z from 'zod/mini'
import { CaptchaType, VerificationResult } from '../../verification.ts'
import { endpoint } from '../endpoint.ts'
import { BlobResponse, count, nothing, text } from '../shapes.ts'

const repetition = { repCode: text(4), repMsg: text(200) }
export const codeId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const geetestFields = { geetest_challenge: text(64), geetest_validate: text(128), geetest_seccode: text(160) }

/** Calls of the safety dialog, the robot check and the sign-in form. */
export const verificationEndpoints = {
  'verification.verify': endpoint({
    path: '/api/gw/ic/verify',
    secret: true,
    summary: 'Exchanges the result of a check for a risk token, which is sent sealed in a response header (S7.14).',
    request: VerificationResult,
    data: z.object({ expireAt: z.int() }),
  }),
  'captcha.get': endpoint({
    path: '/api/gw/ic/captcha/get',
    readOnly: true,
    summary: 'An AJ-Captcha puzzle: slide a block, or click characters in order (S4.19).',
    request: z.strictObject({ captchaType: CaptchaType, clientUid: text(64), ts: z.int() }),
    data: z.object({
      ...repetition,
      repData: z.nullable(
        z.object({
          /** PNG, base64, 310x155. */
          originalImageBase64: text(400_000),
          /** PNG, base64, 50x155. '' for click puzzles. */
          jigsawImageBase64: text(100_000),
          wordList: z.array(text(1)),
          token: text(64),
          secretKey: text(16),
        }),
      ),
    }),
  }),
  'captcha.check': endpoint({
    path: '/api/gw/ic/captcha/check',
    secret: true,
    summary: 'First check of an AJ-Captcha result. The second one is `verification.verify`.',
    request: z.strictObject({ captchaType: CaptchaType, pointJson: text(2048), token: text(64) }),
    data: z.object({
      ...repetition,
      repData: z.nullable(z.object({ captchaType: CaptchaType, token: text(64), result: z.boolean() })),
    }),
  }),
  'captcha.image': endpoint({
    method: 'GET',
    path: '/api/site/group/member/captcha/v1/image',
    response: 'blob',
    readOnly: true,
    summary: 'The picture of an image code. A repeated request creates a new code with the same id (S7.36).',
    request: z.strictObject({ codeId }),
    data: BlobResponse,
  }),
  'captcha.audio': endpoint({
    method: 'GET',
    path: '/api/site/group/member/captcha/v1/audio',
    response: 'blob',
    readOnly: true,
    summary: 'The image code as spoken digits in Mandarin, for users who cannot see the picture.',
    request: z.strictObject({ codeId }),
    data: BlobResponse,
  }),
  'afs.config': endpoint({
    path: '/api/gw/ic/afs/config',
    readOnly: true,
    summary: 'Keys and script of the slider. An empty script URL means the stand-in of this server.',
    request: nothing,
    data: z.object({ appkey: text(64), scene: text(64), scriptUrl: text(256) }),
  }),
  'afs.analyze': endpoint({
    path: '/api/gw/ic/afs/analyze',
    secret: true,
    summary: 'Stand-in of the slider vendor: checks time and track of a drag.',
    request: z.strictObject({
      afsSessionId: text(64),
      scene: text(64),
      width: z.int().check(z.positive(), z.maximum(4_000)),
      /** Pointer positions relative to the start, with milliseconds since it. */
      track: z.array(z.strictObject({ x: z.number(), y: z.number(), t: z.number() })).check(z.maxLength(1_000)),
    }),
    data: z.object({ isPassed: z.boolean(), sig: text(512), token: text(512) }),
  }),
  'geetest.register': endpoint({
    method: 'GET',
    path: '/api/site/group/member/geetest/v1/register',
    readOnly: true,
    summary: 'Starts a geetest check. The server decides whether it is offline (S7.52).',
    request: nothing,
    data: z.object({ success: z.int(), gt: text(64), challenge: text(64), new_captcha: z.boolean() }),
  }),
  'geetest.validate': endpoint({
    path: '/api/site/group/member/geetest/v1/validate',
    secret: true,
    summary: 'Validates a geetest result for sign-in and registration. Offline it requires an AJ-Captcha instead.',
    request: z.strictObject(geetestFields),
    data: z.object({ isPassed: z.boolean(), needsCaptcha: z.boolean(), until: count }),
  }),
} as const
