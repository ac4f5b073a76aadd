import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ContentKind } from './live.ts'
import { nothing, publicId, text } from './shapes.ts'

export const FOLLOW_KINDS = ['anchor', 'team'] as const
const FollowKind = z.enum(FOLLOW_KINDS)
export type FollowKind = z.infer<typeof FollowKind>

/** Who is followed, by the name that stands on the screen. */
const subject = { kind: FollowKind, name: text(48) }

/** What a member likes to come back to: anchors, teams and rooms. Server calls, not storage (settled 32). */
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
    summary: 'Follows an anchor or a team; again is once. At most 50 of a kind.',
    request: z.strictObject(subject),
    data: nothing,
  }),
  'follow.remove': endpoint({
    path: '/api/site/group/member/follow/v1/remove',
    access: 'member',
    summary: 'Follows an anchor or a team no more; whoever was not followed stays so.',
    request: z.strictObject(subject),
    data: nothing,
  }),
  'visit.list': endpoint({
    path: '/api/site/group/member/visit/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Rooms that this member was in lately and that still exist, newest first, at most 20.',
    request: nothing,
    data: z.object({
      list: z.array(z.object({ eid: publicId, kind: ContentKind, title: text(96), visitedAt: z.int() })),
    }),
  }),
  'visit.remove': endpoint({
    path: '/api/site/group/member/visit/v1/remove',
    access: 'member',
    summary: 'Takes a room off the list of rooms that this member was in.',
    request: z.strictObject({ eid: publicId }),
    data: nothing,
  }),
} as const
