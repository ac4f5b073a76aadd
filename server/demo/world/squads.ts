import { hashText, seededRandom } from '#protocol/random.ts'
import { type HalvedKind, type Position, POSITIONS } from '#protocol/rules/match.ts'
import type { Player, Squad } from '../../matches/match.ts'
import moreNames from './squads.json' with { type: 'json' }
import { type DemoTeam, TEAMS } from './teams.ts'

/** Formation of a team, and its players besides the known ones of {@link DemoTeam.players}. Names are separated by spaces. */
interface MoreNames {
  readonly formation: string
  /** In football the goalkeeper first. */
  readonly starters: string
  readonly substitutes: string
}

const MORE_NAMES: Readonly<Record<string, MoreNames>> = moreNames
const NO_MORE_NAMES: MoreNames = { formation: '', starters: '', substitutes: '' }
const FIVE = 5
/** Usual numbers of a first eleven, from the back to the front. */
const ELEVEN_NUMBERS = [1, 2, 4, 5, 3, 6, 8, 10, 7, 9, 11]
const SUBSTITUTE_POSITIONS: readonly Position[] = [
  'goalkeeper',
  'defender',
  'defender',
  'midfielder',
  'midfielder',
  'forward',
  'forward',
]

/**
 * The squad of a demo team, the same in every match: eleven and seven substitutes in football, five and a bench in
 * basketball, five in esports. Throws a RangeError for an unknown key.
 */
export function squadOf(teamKey: string): Squad {
  const squad = SQUADS.get(teamKey)
  if (!squad) throw new RangeError(`no team ${teamKey}`)
  return squad
}

const BUILDERS: Readonly<Record<HalvedKind, (team: DemoTeam, more: MoreNames) => Squad>> = {
  football: footballSquad,
  basketball: basketballSquad,
  esports: ({ players }) => ({
    formation: '',
    starters: players.map((name, index) => playerOf(name, null, cycled(POSITIONS.esports, index))),
    substitutes: [],
  }),
}

const SQUADS: ReadonlyMap<string, Squad> = new Map(
  (['football', 'basketball', 'esports'] as const).flatMap((kind) =>
    TEAMS[kind].map((team) => [team.key, BUILDERS[kind](team, MORE_NAMES[team.key] ?? NO_MORE_NAMES)]),
  ),
)

function footballSquad({ key, players }: DemoTeam, { formation, starters, substitutes }: MoreNames): Squad {
  const positions = positionsOf(formation)
  // The best-known players come first in their list and play in front.
  const eleven = [...namesOf(starters), ...players.toReversed()]
  const numbers = numbersFor(key, { from: 12, to: 33, count: SUBSTITUTE_POSITIONS.length })
  return {
    formation,
    starters: eleven.map((name, index) => playerOf(name, ELEVEN_NUMBERS[index], positions[index])),
    substitutes: namesOf(substitutes).map((name, index) => playerOf(name, numbers[index], SUBSTITUTE_POSITIONS[index])),
  }
}

function basketballSquad({ key, players }: DemoTeam, { substitutes }: MoreNames): Squad {
  const names = [...players, ...namesOf(substitutes)]
  const numbers = numbersFor(key, { from: 0, to: 35, count: names.length })
  const all = names.map((name, index) => playerOf(name, numbers[index], cycled(POSITIONS.basketball, index)))
  return { formation: '', starters: all.slice(0, FIVE), substitutes: all.slice(FIVE) }
}

/** Positions of an eleven in a formation such as 4-2-3-1: the rows between the first and the last are midfielders. */
function positionsOf(formation: string): Position[] {
  const rows = formation.split('-').map(Number)
  const outfield = rows.flatMap((size, row) =>
    Array.from({ length: size }, (): Position => {
      if (row === 0) return 'defender'
      return row === rows.length - 1 ? 'forward' : 'midfielder'
    }),
  )
  return ['goalkeeper', ...outfield]
}

function playerOf(name: string, number: number | null | undefined, position: Position | undefined): Player {
  if (number === undefined || position === undefined) throw new RangeError(`no number or position for ${name}`)
  return { number, name, position }
}

/** Distinct numbers of a range, ascending, drawn from the key of the team. */
function numbersFor(teamKey: string, { from, to, count }: { from: number; to: number; count: number }): number[] {
  const next = seededRandom(hashText(teamKey))
  const left = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const drawn = Array.from({ length: count }, () => left.splice(Math.floor(next() * left.length), 1)).flat()
  return drawn.sort((one, other) => one - other)
}

function namesOf(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

function cycled(positions: readonly Position[], index: number): Position | undefined {
  return positions[index % positions.length]
}
