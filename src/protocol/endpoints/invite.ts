import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './shapes.ts'

/** Invite-friend (S1.21, Annex D.8). */
export const inviteEndpoints = {
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
