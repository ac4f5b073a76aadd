import { CODES, failureOf } from '#protocol/codes.ts'
import { FOLLOWS_MAX } from '#protocol/constants.ts'
import { failure, success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { Follows } from '../../members/follows.ts'
import type { Visits } from '../../members/visits.ts'
import type { Matches } from '../../matches/matches.ts'

interface FollowServices {
  readonly follows: Follows
  readonly visits: Pick<Visits, 'list' | 'remove'>
  readonly matches: Pick<Matches, 'find' | 'findByChatRoom' | 'followableNamed' | 'followableOf'>
}

type FollowCalls = Pick<Handlers, Extract<keyof Handlers, `follow.${string}` | `visit.${string}`>>

/** Followed anchors and teams, and visited rooms of the calling member (settled 32). */
export function followCalls({ follows, visits, matches }: FollowServices): FollowCalls {
  return {
    'follow.list': async (_params, { session }) => {
      const list = (await follows.list(session.memberId)).flatMap(({ kind, key, followedAt }) => {
        const found = matches.followableOf(kind, key)
        return found ? [{ kind, name: found.name, logo: found.logo, followedAt }] : []
      })
      return success({ list })
    },

    'follow.add': async ({ kind, name }, { session }) => {
      const found = matches.followableNamed(kind, name)
      if (!found) return failureOf(CODES.NOT_FOUND)
      if (await follows.add(session.memberId, kind, found.key)) return success({})
      return failure(CODES.LIMIT_EXCEEDED, `最多关注 ${FOLLOWS_MAX} 个，先取消几个再来`)
    },

    'follow.remove': async ({ kind, name }, { session }) => {
      const found = matches.followableNamed(kind, name)
      if (found) await follows.remove(session.memberId, kind, found.key)
      return success({})
    },

    'visit.list': async (_params, { session }) => {
      const list = (await visits.list(session.memberId)).flatMap(({ chatRoomNo, visitedAt }) => {
        const fixture = matches.findByChatRoom(chatRoomNo)?.fixture
        return fixture ? [{ eid: fixture.eid, kind: fixture.kind, title: fixture.title, visitedAt }] : []
      })
      return success({ list })
    },

    'visit.remove': async ({ eid }, { session }) => {
      const match = matches.find(eid)
      if (match) await visits.remove(session.memberId, match.fixture.chatRoomNo)
      return success({})
    },
  }
}
