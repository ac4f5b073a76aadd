import * as z from 'zod/mini'
import { SKINS } from '../sites.ts'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, nothing, text } from './shapes.ts'

export const siteEndpoints = {
  'site.perInfo': endpoint({
    path: '/api/site/group/site/perInfo/v5/get',
    summary: 'What site this is and whether it is open (S7.25).',
    request: nothing,
    data: z.object({
      siteId: z.int(),
      deployId: z.int(),
      skin: z.enum(SKINS),
      currency: CurrencyCode,
      /** 1 = open, 0 = under maintenance. */
      maintainStatus: z.int(),
      maintainEnd: z.nullable(z.int()),
      demo: z.boolean(),
      domains: z.array(text(256)),
      serverTime: z.int(),
    }),
  }),
} as const
