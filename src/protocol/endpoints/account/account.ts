import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, nothing, oneTimeCode, text } from '../shapes.ts'
import { codeId } from '../auth/verification.ts'

/** State of an account after sign-in. */
export const accountEndpoints = {
  'account.sleepCheck': endpoint({
    path: '/api/site/group/account/memberSleep/v1/check',
    access: 'member',
    readOnly: true,
    summary: 'Whether the account is dormant after a long absence, and after how many days accounts are (S7.37).',
    request: nothing,
    data: z.object({
      dormant: z.boolean(),
      since: z.nullable(z.int()),
      days: count,
      /** The strongest way to reactivate the account that it has. */
      by: z.enum(['phone', 'withdrawPassword', 'image']),
    }),
  }),
  'account.sleepActivate': endpoint({
    path: '/api/site/group/account/memberSleep/v1/activate',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPassword'],
    summary:
      'Reactivates a dormant account: with a code of the bound phone, with the withdrawal password, or, without both, ' +
      'with an image code (S4.6, S7.36, S7.37).',
    request: z.strictObject({
      phoneCode: z.optional(oneTimeCode),
      withdrawPassword: z.optional(text(512)),
      codeId: z.optional(codeId),
      code: z.optional(text(16)),
    }),
    data: nothing,
  }),
  'account.checkChangePassword': endpoint({
    path: '/api/site/group/account/member/v1/checkChangePassword',
    access: 'member',
    readOnly: true,
    summary: 'Whether the password should be changed, and why (S7.38).',
    request: nothing,
    data: z.object({ need: z.boolean(), reason: z.nullable(z.enum(['weak'])) }),
  }),
} as const
