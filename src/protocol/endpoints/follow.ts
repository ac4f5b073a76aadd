import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ContentKind } from './live.ts'
import { nothing, publicId, text } from './shapes.ts'

const FOLLOW_KINDS = ['anchor', 'team'] as const
const FollowKind = z.enum(FOLLOW_KINDS)
export type FollowKind = z.infer<typeof FollowKind>

/** The followed anchor or team, by name. */
const subject = { kind: FollowKind, name: text(48) }

/** Followed anchors and teams, and visited rooms. Stored on the server (settled 32). */
export const followEndpoints = {
  'follow.list': endpoint({
    path: '/api/site/group/member/follow/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Anchors and teams that this member follows, newest first.',
    request: nothing,
    data: z.object({ list: z.array(z.object({ ...subject, logo: text(128), followedAt: z.int() })) }),
  }),
  'follow.add': endpoint({
    path: '/api/site/group/member/follow/v1/add',
    access: 'member',
    summary: 'Follows an anchor or a team. Idempotent. At most 50 per kind.',
    request: z.strictObject(subject),
    data: nothing,
  }),
  'follow.remove': endpoint({
    path: '/api/site/group/member/follow/v1/remove',
    access: 'member',
    summary: 'Stops following an anchor or a team. Idempotent.',
    request: z.strictObject(subject),
    data: nothing,
  }),
  'visit.list': endpoint({
    path: '/api/site/group/member/visit/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Recently visited rooms that still exist, newest first, at most 20.',
    request: nothing,
    data: z.object({
      list: z.array(z.object({ eid: publicId, kind: ContentKind, title: text(96), visitedAt: z.int() })),
    }),
  }),
  'visit.remove': endpoint({
    path: '/api/site/group/member/visit/v1/remove',
    access: 'member',
    summary: 'Removes a room from the visited rooms.',
    request: z.strictObject({ eid: publicId }),
    data: nothing,
  }),
} as const
