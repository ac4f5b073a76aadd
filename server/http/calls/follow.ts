import { CODES, failureOf } from '#protocol/codes.ts'
import { FOLLOWS_MAX } from '#protocol/constants.ts'
import { failure, success } from '#protocol/result.ts'
import type { Handlers } from './context.ts'
import type { Follows } from '../../members/follows.ts'
import type { Visits } from '../../members/visits.ts'
import { followableNamed, followableOf } from '../../demo/world/followable.ts'
import type { MatchPlan } from '../../demo/world/plan.ts'

export interface FollowServices {
  readonly follows: Follows
  readonly visits: Pick<Visits, 'list' | 'remove'>
  readonly world: { rooms(): readonly { readonly plan: MatchPlan }[] }
}

type FollowCalls = Pick<Handlers, Extract<keyof Handlers, `follow.${string}` | `visit.${string}`>>

/** Followed anchors and teams, and visited rooms of the calling member (settled 32). */
export function followCalls({ follows, visits, world }: FollowServices): FollowCalls {
  return {
    'follow.list': async (_params, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const list = (await follows.list(session.memberId)).flatMap(({ kind, key, followedAt }) => {
        const found = followableOf(kind, key)
        return found ? [{ kind, name: found.name, logo: found.logo, followedAt }] : []
      })
      return success({ list })
    },

    'follow.add': async ({ kind, name }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const found = followableNamed(kind, name)
      if (!found) return failureOf(CODES.NOT_FOUND)
      if (await follows.add(session.memberId, kind, found.key)) return success({})
      return failure(CODES.LIMIT_EXCEEDED, `最多关注 ${FOLLOWS_MAX} 个，先取消几个再来`)
    },

    'follow.remove': async ({ kind, name }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const found = followableNamed(kind, name)
      if (found) await follows.remove(session.memberId, kind, found.key)
      return success({})
    },

    'visit.list': async (_params, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const rooms = world.rooms()
      const list = (await visits.list(session.memberId)).flatMap(({ chatRoomNo, visitedAt }) => {
        const plan = rooms.find((room) => room.plan.chatRoomNo === chatRoomNo)?.plan
        return plan ? [{ eid: plan.eid, kind: plan.kind, title: plan.title, visitedAt }] : []
      })
      return success({ list })
    },

    'visit.remove': async ({ eid }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const room = world.rooms().find(({ plan }) => plan.eid === eid)
      if (room) await visits.remove(session.memberId, room.plan.chatRoomNo)
      return success({})
    },
  }
}
