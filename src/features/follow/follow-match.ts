import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { isInPlay } from '#lib/match/match-clock.ts'

interface Subject {
  readonly kind: FollowKind
  readonly name: string
}

/** Returns whether a team plays in the match or an anchor comments on it. */
export function takesPart({ kind, name }: Subject, match: MatchView): boolean {
  if (kind === 'team') return match.kind !== 'anchor' && (match.team1 === name || match.team2 === name)
  return match.anchor.anchor_nick === name || match.anchor_list.some((anchor) => anchor.anchor_nick === name)
}

/** The match of a team or an anchor: in play (most watched first), otherwise the next one; null if none is planned. */
export function matchOf(subject: Subject, matches: readonly MatchView[]): MatchView | null {
  const own = matches.filter((match) => takesPart(subject, match))
  const playing = own.filter((match) => isInPlay(match.clock)).sort((one, other) => other.viewers - one.viewers)
  const coming = own
    .filter((match) => match.clock.phase === 'before')
    .sort((one, other) => one.start_time - other.start_time)
  return playing[0] ?? coming[0] ?? null
}

/** Orders followed targets: live first, then those with a next match, then the rest. Stable. */
export function byLiveFirst<Item extends { readonly match: MatchView | null }>(items: readonly Item[]): Item[] {
  const rank = ({ match }: Item): number => {
    if (match === null) return Number.POSITIVE_INFINITY
    return isInPlay(match.clock) ? 0 : match.start_time
  }
  return items.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)]
    return first === second ? 0 : first - second
  })
}

interface Suggestion extends Subject {
  readonly logo: string
}

/** Targets that can be followed, from live and coming matches, most watched first, without duplicates. */
export function suggestions(kind: FollowKind, matches: readonly MatchView[], max: number): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const match of matches.toSorted((one, other) => other.viewers - one.viewers)) {
    if (match.clock.phase === 'ended') continue
    for (const { name, logo } of peopleOf(kind, match)) {
      if (name !== '' && !found.has(name)) found.set(name, { kind, name, logo })
    }
  }
  return [...found.values()].slice(0, max)
}

function peopleOf(kind: FollowKind, match: MatchView): { name: string; logo: string }[] {
  if (kind === 'anchor') return match.anchor_list.map(({ anchor_nick: name, logo_square: logo }) => ({ name, logo }))
  if (match.kind === 'anchor') return []
  return [
    { name: match.team1, logo: match.team1_logo },
    { name: match.team2, logo: match.team2_logo },
  ]
}
