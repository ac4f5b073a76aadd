import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { publicId, text } from './shapes.ts'

/** Activities (Annex D.8). Those that give something need a token; a campaign to read along with is for everybody. */
export const activityEndpoints = {
  'activity.carnivalCheck': endpoint({
    path: '/api/site/group/activity/carnival/v1/check',
    readOnly: true,
    summary: 'A campaign, the newest one without an id (S2.8). Refuses members who may join no activity (S6.10).',
    request: z.strictObject({ activityId: z.optional(publicId) }),
    data: z.object({
      activityId: publicId,
      title: text(64),
      summary: text(200),
      img: text(256),
      /** Epoch milliseconds; before `start` it has not begun, from `end` on it is over. */
      start: z.int(),
      end: z.int(),
      rule: z.array(text(300)),
      /** What there is to read and watch: paths of this site. */
      stops: z.array(z.object({ title: text(64), text: text(200), path: text(128) })),
    }),
  }),
} as const
