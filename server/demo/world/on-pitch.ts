import type { MatchEvent } from '#protocol/room/feed.ts'
import { squadOf } from './squads.ts'

/** Substitutions of a side in a football match. */
const MAX_SUBSTITUTIONS = 5

/** The players of one side at a moment of a football match. Names are unique within a squad. */
interface OnPitch {
  /** On the pitch; the goalkeeper first. */
  readonly players: readonly string[]
  /** May still come on. */
  readonly bench: readonly string[]
  /** On the pitch with a yellow card. */
  readonly booked: ReadonlySet<string>
}

/** The eleven of a team after the events of the match. An event without `players` changes nothing. */
export function onPitchAfter(teamKey: string, side: 'home' | 'away', events: readonly MatchEvent[]): OnPitch {
  const squad = squadOf(teamKey)
  const players = squad.starters.map(({ name }) => name)
  const bench = new Set(squad.substitutes.map(({ name }) => name))
  const booked = new Set<string>()
  let substitutions = 0
  for (const event of events) {
    const [who, replaced] = event.players ?? []
    if (event.side !== side || who === undefined) continue
    if (event.type === 'yellow-card') booked.add(who)
    else if (event.type === 'red-card') leave(players, who)
    else if (event.type === 'substitution' && replaced !== undefined) {
      substitutions += 1
      bench.delete(who)
      leave(players, replaced)
      players.push(who)
    }
  }
  return {
    players,
    bench: substitutions < MAX_SUBSTITUTIONS ? [...bench] : [],
    booked: new Set(players.filter((name) => booked.has(name))),
  }
}

function leave(players: string[], name: string): void {
  const index = players.indexOf(name)
  if (index >= 0) players.splice(index, 1)
}
