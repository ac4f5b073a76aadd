import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import { headline } from './news.ts'
import type { Follows } from '../../members/follows.ts'
import type { Matches } from '../../matches/matches.ts'

type MatchCalls = Pick<
  Handlers,
  Extract<keyof Handlers, `match.${string}` | `team.${string}` | `league.${string}` | `anchor.${string}`>
>

/** Line-ups, statistics and history of matches, and teams, leagues and anchors; the same for everybody. */
export function matchCalls(services: {
  readonly matches: Pick<Matches, 'find' | 'matchData' | 'newsroom'>
  readonly follows: Pick<Follows, 'count'>
}): MatchCalls {
  const { matches, follows } = services
  const notFound = failureOf(CODES.NOT_FOUND)
  return {
    'match.lineUps': async ({ eid }) => {
      const match = matches.find(eid)
      return match ? success(matches.matchData.lineUps(match)) : notFound
    },
    'match.statistics': async ({ eid }, { now }) => {
      const match = matches.find(eid)
      if (!match) return notFound
      return success({
        ...matches.matchData.statistics(match, now),
        report: headline(matches.newsroom.reportOf(match, now)),
      })
    },
    'match.preview': async ({ eid }, { now }) => {
      const match = matches.find(eid)
      return match ? success(matches.matchData.preview(match, now)) : notFound
    },
    'team.detail': async ({ id }, { now }) => {
      const team = matches.matchData.team(id, now)
      return team ? success(team) : notFound
    },
    'league.detail': async ({ id }, { now }) => {
      const league = matches.matchData.league(id, now)
      return league ? success(league) : notFound
    },
    'anchor.detail': async ({ id }, { now }) => {
      const anchor = matches.matchData.anchor(id, now)
      if (!anchor) return notFound
      return success({ ...anchor, followers: anchor.followers + (await follows.count('anchor', id)) })
    },
  }
}
