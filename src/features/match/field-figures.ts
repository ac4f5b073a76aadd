import type { MatchEvent, MatchOdds } from '#protocol/room/feed.ts'
import type { Side } from './story.ts'

/** Whole per cent of the outcomes; they add up to 100. `draw` is null where there is none. */
export interface Chances {
  readonly home: number
  readonly draw: number | null
  readonly away: number
}

/** What the odds say of the outcome, without the house's share; null while they stand still or there are none. */
export function chancesOf(odds: MatchOdds | null): Chances | null {
  if (odds === null || odds.suspended) return null
  const weights = [odds.home, odds.draw, odds.away].map((line) =>
    line === null || line.value <= 0 ? 0 : 1 / line.value,
  )
  const [home = 0, draw = 0, away = 0] = weights
  const all = home + draw + away
  if (all === 0) return null
  const homePercent = Math.round((home / all) * 100)
  const drawPercent = odds.draw === null ? null : Math.round((draw / all) * 100)
  return { home: homePercent, draw: drawPercent, away: 100 - homePercent - (drawPercent ?? 0) }
}

/** How many events of a kind each side has. */
export function countEvents(events: readonly MatchEvent[], type: MatchEvent['type']): Readonly<Record<Side, number>> {
  const of = (side: Side) => events.filter((event) => event.type === type && event.side === side).length
  return { home: of('home'), away: of('away') }
}
