import styles from './AnimatedField.module.css'
import { arc, box, points, ribbon } from './projection.ts'
import { CENTRE, DEPTH, LENGTH, mirrored, type Place } from '#protocol/rules/match-story.ts'

const MAP_LANES: readonly (readonly Place[])[] = [
  [
    { x: 8, y: 30 },
    { x: 14, y: 9 },
    { x: 28, y: 7 },
    { x: 77, y: 7 },
    { x: 91, y: 9 },
    { x: 97, y: 30 },
  ],
  [
    { x: 8, y: 34 },
    { x: 97, y: 34 },
  ],
  [
    { x: 8, y: 38 },
    { x: 14, y: 59 },
    { x: 28, y: 61 },
    { x: 77, y: 61 },
    { x: 91, y: 59 },
    { x: 97, y: 38 },
  ],
]
/** Towers of the left side; those of the right side are mirrored. */
const TOWERS: readonly Place[] = [
  { x: 20, y: 7 },
  { x: 40, y: 7 },
  { x: 24, y: 34 },
  { x: 42, y: 34 },
  { x: 20, y: 61 },
  { x: 40, y: 61 },
]
const RIVER: readonly Place[] = [
  { x: 46, y: 0 },
  { x: 57, y: 0 },
  { x: 50, y: 34 },
  { x: 59, y: 68 },
  { x: 48, y: 68 },
  { x: 54, y: 34 },
]

function Base({ side, turn }: { readonly side: 'home' | 'away'; readonly turn: (place: Place) => Place }) {
  return (
    <g className={styles.base} data-side={side}>
      <polygon points={points(arc({ x: 6, y: CENTRE.y }, 7).map(turn))} />
      {TOWERS.map(turn).map((tower) => (
        <polygon
          key={`${tower.x} ${tower.y}`}
          points={`${points(box(tower.x - 1, tower.y, tower.x + 1, tower.y))} ${points(
            box(tower.x - 1, tower.y, tower.x + 1, tower.y)
              .slice(0, 2)
              .toReversed(),
            3,
          )}`}
        />
      ))}
    </g>
  )
}

/** A map with three lanes and a river, with the bases and towers of both sides. */
export function LaneMarkings() {
  return (
    <>
      <polygon className={styles.stripe} points={points(box(0, 0, LENGTH, DEPTH))} />
      <polygon className={styles.river} points={points(RIVER)} />
      {MAP_LANES.map((lane, index) => (
        <path key={index} className={styles.lane} d={ribbon(lane)} />
      ))}
      <Base side="home" turn={(place) => place} />
      <Base side="away" turn={mirrored} />
    </>
  )
}
