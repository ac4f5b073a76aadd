import * as z from 'zod/mini'
import { SignedIn } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { areaCode, email, nothing, oneTimeCode, phone, text, ticket } from '../shapes.ts'

const name = text(32)

/** What a one-time code is for. A code is valid for its own scene only. */
export const CodeScene = z.enum(['login', 'register', 'bindPhone', 'bindEmail', 'withdrawPassword', 'wake'])
export type CodeScene = z.infer<typeof CodeScene>

const Register = z.strictObject({
  geetest_challenge: z.optional(text(64)),
  geetest_validate: z.optional(text(128)),
  geetest_seccode: z.optional(text(160)),
  name,
  /** The password, encoded as in `auth.login`. */
  timewd: text(512),
  areaCode: z.optional(areaCode),
  phone: z.optional(phone),
  /** Code sent to the phone. Required with a phone. */
  code: z.optional(oneTimeCode),
  realName: z.optional(text(48)),
  i_code: z.optional(text(16)),
  r_code: z.optional(text(16)),
  currency: z.enum(['CNY', 'USDT']),
  agreeTerms: z.literal(true),
  /** `YYYY-MM-DD`. */
  birthDate: z.iso.date(),
})

const NameExists = {
  readOnly: true,
  request: z.strictObject({ name }),
  data: z.object({ exists: z.boolean() }),
} as const

const Ticket = z.object({ ticket, sentAt: z.int(), interval: z.int() })
const codeStep = z.strictObject({ ticket, code: oneTimeCode })
const passwordStep = z.strictObject({ ticket, timewd: text(512) })

/** Registration, one-time codes and recovery of a password (Annex D.2). */
export const registrationEndpoints = {
  'registration.checkNameV2': endpoint({
    path: '/api/site/group/account/member/v2/checkName',
    summary: 'Whether an account name is taken; for older clients (S7.46).',
    ...NameExists,
  }),
  'registration.checkName': endpoint({
    path: '/api/site/group/account/member/v3/checkName',
    summary: 'Whether an account name is taken (S7.46).',
    ...NameExists,
  }),
  'registration.register': endpoint({
    path: '/api/site/group/account/member/v4/register',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'Creates a member and signs in (S7.45, S3.2).',
    request: Register,
    data: SignedIn,
  }),
  'registration.webRegister': endpoint({
    path: '/member/v1/register',
    encoding: 'form',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'The same, form-encoded, for older clients (S7.2, S7.54). `agreeTerms` is `true` as text.',
    request: z.extend(Register, { agreeTerms: z.literal('true') }),
    data: SignedIn,
  }),
  'registration.sendCode': endpoint({
    path: '/api/site/group/member/common/v3/sendCode',
    secret: true,
    summary:
      'Sends a one-time code to a phone or an address (S7.47). Without a target it goes to the bound phone of the ' +
      'signed-in member. The response is the same for unknown targets.',
    request: z.strictObject({
      scene: CodeScene,
      areaCode: z.optional(areaCode),
      phone: z.optional(phone),
      email: z.optional(email),
    }),
    /** `sentAt` in epoch milliseconds, `interval` in seconds until the next code may be requested. */
    data: z.object({ sentAt: z.int(), interval: z.int() }),
  }),
  'recovery.phoneStepOne': endpoint({
    path: '/api/site/group/account/forgotPwd/v1/phone/stepOne',
    secret: true,
    summary: 'Recovery by phone: sends a code if account and phone match. The response is the same if not (S7.53).',
    request: z.strictObject({ name, areaCode, phone }),
    data: Ticket,
  }),
  'recovery.phoneStepTwo': endpoint({
    path: '/api/site/group/account/forgotPwd/v1/phone/stepTwo',
    secret: true,
    summary: 'Recovery by phone: checks the code and returns the ticket of the last step (S7.53).',
    request: codeStep,
    data: z.object({ ticket }),
  }),
  'recovery.phoneStepThree': endpoint({
    path: '/api/site/group/account/forgotPwd/v1/phone/stepThree',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'Recovery by phone: sets the password and ends all sessions (S7.53).',
    request: passwordStep,
    data: nothing,
  }),
  'recovery.emailStepOne': endpoint({
    path: '/api/site/group/account/forgotPwd/v1/email/stepOne',
    secret: true,
    summary: 'Recovery by email: sends a code if account and address match. The response is the same if not (S7.53).',
    request: z.strictObject({ name, email }),
    data: Ticket,
  }),
  'recovery.emailStepTwo': endpoint({
    path: '/api/site/group/account/forgotPwd/v1/email/stepTwo',
    secret: true,
    summary: 'Recovery by email: checks the code and returns the ticket of the last step (S7.53).',
    request: codeStep,
    data: z.object({ ticket }),
  }),
  'recovery.emailStepThree': endpoint({
    path: '/api/site/group/account/forgotPwd/v1/email/stepThree',
    secret: true,
    passwordFields: ['timewd'],
    summary: 'Recovery by email: sets the password and ends all sessions (S7.53).',
    request: passwordStep,
    data: nothing,
  }),
} as const
