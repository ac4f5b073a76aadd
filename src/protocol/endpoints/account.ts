import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, nothing, text } from './shapes.ts'
import { codeId } from './verification.ts'

/** State of an account after sign-in. */
export const accountEndpoints = {
  'account.sleepCheck': endpoint({
    path: '/api/site/group/account/memberSleep/v1/check',
    access: 'member',
    readOnly: true,
    summary: 'Whether the account is dormant after a long absence, and after how many days accounts are (S7.37).',
    request: nothing,
    data: z.object({ dormant: z.boolean(), since: z.nullable(z.int()), days: count }),
  }),
  'account.sleepActivate': endpoint({
    path: '/api/site/group/account/memberSleep/v1/activate',
    access: 'member',
    summary: 'Reactivates a dormant account with an image code (S7.37, S7.36).',
    request: z.strictObject({ codeId, code: text(16) }),
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
