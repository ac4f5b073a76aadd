import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { publicId, text } from './shapes.ts'

/** Activities (Annex D.8). Campaigns are public. */
export const activityEndpoints = {
  'activity.carnivalCheck': endpoint({
    path: '/api/site/group/activity/carnival/v1/check',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    readOnly: true,
    summary: 'A campaign, by default the newest one (S2.8).',
    request: z.strictObject({ activityId: z.optional(publicId) }),
    data: z.object({
      activityId: publicId,
      title: text(64),
      summary: text(200),
      img: text(256),
      /** Epoch milliseconds, `end` is exclusive. */
      start: z.int(),
      end: z.int(),
      rule: z.array(text(300)),
      /** Links to paths of this site. */
      stops: z.array(z.object({ title: text(64), text: text(200), path: text(128) })),
    }),
  }),
} as const
