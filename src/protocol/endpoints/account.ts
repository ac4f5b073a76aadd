import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, nothing, text } from './shapes.ts'
import { codeId } from './verification.ts'

/** What a member should know about its account after signing in. */
export const accountEndpoints = {
  'account.sleepCheck': endpoint({
    path: '/api/site/group/account/memberSleep/v1/check',
    access: 'member',
    readOnly: true,
    summary: 'Whether the account sleeps after a long absence, and after how many days accounts do (S7.37).',
    request: nothing,
    data: z.object({ dormant: z.boolean(), since: z.nullable(z.int()), days: count }),
  }),
  'account.sleepActivate': endpoint({
    path: '/api/site/group/account/memberSleep/v1/activate',
    access: 'member',
    summary: 'Wakes the account with an image code that was read or heard (S7.37, S7.36).',
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
