import styles from './AnimatedField.module.css'
import { arc, box, points } from './projection.ts'
import { DEPTH, HALFWAY, LENGTH, mirrored, type Place } from '#protocol/rules/match-story.ts'

/** A court of 28 by 15 m, scaled to the field. */
const X = LENGTH / 28
const Y = DEPTH / 15
const metres = (x: number, y: number): Place => ({ x: x * X, y: y * Y })
const round = (x: number, y: number, radius: number, from: number, to: number): Place[] =>
  arc({ x: 0, y: 0 }, radius, from, to).map((place) => metres(x + place.x, y + place.y))
const ENDS = [(place: Place) => place, mirrored] as const
const PLANKS = 15

function End({ turn }: { readonly turn: (place: Place) => Place }) {
  const line = (places: readonly Place[], height = 0) => points(places.map(turn), height)
  const threes = [metres(28, 0.9), ...round(26.425, 7.5, 6.75, 0.283, 0.717).toReversed(), metres(28, 14.1)]
  return (
    <>
      <polygon
        className={styles.key}
        points={line([metres(22.2, 5.05), metres(28, 5.05), metres(28, 9.95), metres(22.2, 9.95)])}
      />
      <polyline points={line(round(22.2, 7.5, 1.8, 0.25, 0.75))} />
      <polyline points={line(threes.toReversed())} />
      <polygon
        className={styles.net}
        points={`${line([metres(26.8, 6.6), metres(26.8, 8.4)], 5)} ${line([metres(26.8, 8.4), metres(26.8, 6.6)], 10)}`}
      />
      <polygon className={styles.hoop} points={line(round(26.425, 7.5, 0.4, 0, 1), 5.5)} />
    </>
  )
}

/** The lines of a basketball court. */
export function CourtMarkings() {
  return (
    <>
      {Array.from({ length: PLANKS }, (_, index) => (
        <polygon
          key={index}
          className={styles.stripe}
          data-odd={index % 2 === 1}
          points={points(box(0, (index * DEPTH) / PLANKS, LENGTH, ((index + 1) * DEPTH) / PLANKS))}
        />
      ))}
      <g className={styles.lines}>
        <polygon points={points(box(0, 0, LENGTH, DEPTH))} />
        <polyline points={points(HALFWAY)} />
        <polygon points={points(round(14, 7.5, 1.8, 0, 1))} />
        {ENDS.map((turn, end) => (
          <End key={end} turn={turn} />
        ))}
      </g>
    </>
  )
}
