import type { ReactNode } from 'react'
import { type RoadCell, ROAD_ROWS, type Roads as FiveRoads, roadsOf } from '#protocol/games/tables/roads.ts'
import { type RoadRound, roundsOf, type TableGame } from '#protocol/games/tables/table-rules.ts'
import { tablesText } from '#messages/zh/tables.ts'
import styles from './Roads.module.css'

interface RoadsProps {
  readonly game: TableGame
  readonly history: string
  /** Only 大路, for the hall. */
  readonly isBrief?: boolean
}

/** Counts of the shoe, for the head of the roads and for screen readers. */
export function roadSummary(game: TableGame, rounds: readonly RoadRound[]): string {
  const count = (winner: RoadRound['winner']) => rounds.filter((round) => round.winner === winner).length
  return tablesText('roadSummary', {
    first: tablesText(`hand.${game}.first`),
    firstCount: count('first'),
    second: tablesText(`hand.${game}.second`),
    secondCount: count('second'),
    ties: count('tie'),
  })
}

/** The five roads of a shoe (S1.8). */
export function Roads({ game, history, isBrief = false }: RoadsProps) {
  const rounds = roundsOf(history)
  const roads = roadsOf(rounds)
  const summary = roadSummary(game, rounds)
  if (isBrief) return <BigRoad cells={roads.big} columns={26} label={`${tablesText('road.big')}：${summary}`} />
  return (
    <div className={styles.roads}>
      <Named name="road.bead">
        <Road cells={roads.bead} columns={12} label={`${tablesText('road.bead')}：${summary}`}>
          {(round) => <Bead game={game} round={round} />}
        </Road>
      </Named>
      <Named name="road.big">
        <BigRoad cells={roads.big} columns={26} label={`${tablesText('road.big')}：${summary}`} />
      </Named>
      <div className={styles.derived}>
        {(['bigEye', 'small', 'cockroach'] as const).map((road) => (
          <Named key={road} name={`road.${road}`}>
            <Road cells={roads[road]} columns={24} label={tablesText(`road.${road}`)}>
              {(colour) => <Derived road={road} colour={colour} />}
            </Road>
          </Named>
        ))}
      </div>
    </div>
  )
}

interface NamedProps {
  readonly name: `road.${keyof FiveRoads}`
  readonly children: ReactNode
}

function Named({ name, children }: NamedProps) {
  return (
    <figure>
      <figcaption>{tablesText(name)}</figcaption>
      {children}
    </figure>
  )
}

const CELL = 10

interface RoadProps<Value> {
  readonly cells: readonly RoadCell<Value>[]
  /** Shown columns; of a longer road the newest ones. */
  readonly columns: number
  readonly label: string
  /** Draws an entry in a cell of 10 by 10. */
  readonly children: (value: Value) => ReactNode
}

function Road<Value>({ cells, columns, label, children }: RoadProps<Value>) {
  const last = cells.reduce((most, { column }) => Math.max(most, column), 0)
  const first = Math.max(0, last + 1 - columns)
  const size = { width: columns * CELL, height: ROAD_ROWS * CELL }
  return (
    <svg
      className={styles.road}
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would have to carry the drawing in its address
      role="img"
      aria-label={label}
    >
      <path className={styles.grid} d={gridPath(columns)} />
      {cells.map(
        ({ column, row, value }) =>
          column >= first && (
            <g key={`${column}.${row}`} transform={`translate(${(column - first) * CELL} ${row * CELL})`}>
              {children(value)}
            </g>
          ),
      )}
    </svg>
  )
}

function gridPath(columns: number): string {
  const lines = Array.from({ length: columns + 1 }, (_, column) => `M${column * CELL} 0V${ROAD_ROWS * CELL}`)
  const rows = Array.from({ length: ROAD_ROWS + 1 }, (_, row) => `M0 ${row * CELL}H${columns * CELL}`)
  return [...lines, ...rows].join('')
}

const CENTER = CELL / 2

function Bead({ game, round: { winner, pairs } }: { readonly game: TableGame; readonly round: RoadRound }) {
  return (
    <>
      <circle className={styles.fill} data-winner={winner} cx={CENTER} cy={CENTER} r="4.4" />
      <text className={styles.letter} x={CENTER} y={CENTER + 2}>
        {winner === 'tie' ? tablesText('tie') : tablesText(`hand.${game}.${winner}`).slice(0, 1)}
      </text>
      {pairs[0] && <circle className={styles.pair} data-winner="first" cx="1.8" cy="1.8" r="1.3" />}
      {pairs[1] && <circle className={styles.pair} data-winner="second" cx="8.2" cy="8.2" r="1.3" />}
    </>
  )
}

function BigRoad({ cells, columns, label }: Omit<RoadProps<FiveRoads['big'][number]['value']>, 'children'>) {
  return (
    <Road cells={cells} columns={columns} label={label}>
      {({ winner, ties, pairs }) => (
        <>
          <circle className={styles.ring} data-winner={winner} cx={CENTER} cy={CENTER} r="3.7" />
          {ties > 0 && <path className={styles.tie} d="M2 8 8 2" />}
          {ties > 1 && (
            <text className={styles.ties} x={CENTER} y={CENTER + 2}>
              {ties}
            </text>
          )}
          {pairs[0] && <circle className={styles.pair} data-winner="first" cx="1.8" cy="1.8" r="1.2" />}
          {pairs[1] && <circle className={styles.pair} data-winner="second" cx="8.2" cy="8.2" r="1.2" />}
        </>
      )}
    </Road>
  )
}

interface DerivedProps {
  readonly road: 'bigEye' | 'small' | 'cockroach'
  readonly colour: 'red' | 'blue'
}

/** 大眼仔 has rings, 小路 discs, 曱甴路 strokes. */
function Derived({ road, colour }: DerivedProps) {
  const winner = colour === 'red' ? 'first' : 'second'
  if (road === 'cockroach') return <path className={styles.stroke} data-winner={winner} d="M2 8 8 2" />
  const className = road === 'bigEye' ? styles.ring : styles.fill
  return <circle className={className} data-winner={winner} cx={CENTER} cy={CENTER} r="3.2" />
}
