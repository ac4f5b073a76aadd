import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, publicId, text } from './shapes.ts'

/** Activities and the invitation of friends (S1.21, Annex D.8). Campaigns are public. */
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
  'invite.link': endpoint({
    path: '/api/site/group/activity/invite/v1/link',
    access: 'member',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    summary: "The member's invitation: its codes and a path that contains them.",
    request: nothing,
    data: z.object({ url: text(256), i_code: text(16), r_code: text(16) }),
  }),
} as const
