import styles from './AnimatedField.module.css'
import { arc, box, points } from './projection.ts'
import { CENTRE, DEPTH, HALFWAY, LENGTH, mirrored, type Place } from '#protocol/rules/match-story.ts'

const STRIPES = 12
const stripe = (index: number) => box((index * LENGTH) / STRIPES, 0, ((index + 1) * LENGTH) / STRIPES, DEPTH)
/** Both ends: markings of the away goal are mirrored for the home goal. */
const ENDS = [(place: Place) => place, mirrored] as const
const GOAL = { near: CENTRE.y - 4.6, far: CENTRE.y + 4.6, height: 3.6, depth: 3 }

function End({ turn }: { readonly turn: (place: Place) => Place }) {
  const line = (places: readonly Place[]) => points(places.map(turn))
  const posts = [
    { x: LENGTH, y: GOAL.near },
    { x: LENGTH, y: GOAL.far },
  ].map(turn)
  const back = [
    { x: LENGTH + GOAL.depth, y: GOAL.far },
    { x: LENGTH + GOAL.depth, y: GOAL.near },
  ].map(turn)
  return (
    <>
      <polygon points={line(box(LENGTH - 16.5, 13.84, LENGTH, 54.16))} />
      <polygon points={line(box(LENGTH - 5.5, 24.84, LENGTH, 43.16))} />
      <polyline points={line(arc({ x: LENGTH - 11, y: CENTRE.y }, 9.15, 0.352, 0.648))} />
      <polyline points={line(arc({ x: LENGTH, y: 0 }, 2, 0.25, 0.5))} />
      <polyline points={line(arc({ x: LENGTH, y: DEPTH }, 2, 0.5, 0.75))} />
      <polygon className={styles.net} points={`${points(posts, GOAL.height)} ${points(back, GOAL.height * 0.7)}`} />
      <polygon className={styles.net} points={`${points(back, GOAL.height * 0.7)} ${points(back.toReversed())}`} />
      <polyline
        className={styles.frame}
        points={`${points(posts.slice(0, 1))} ${points(posts, GOAL.height)} ${points(posts.slice(1))}`}
      />
    </>
  )
}

/** The lines of a football pitch to scale. */
export function PitchMarkings() {
  return (
    <>
      {Array.from({ length: STRIPES }, (_, index) => (
        <polygon key={index} className={styles.stripe} data-odd={index % 2 === 1} points={points(stripe(index))} />
      ))}
      <g className={styles.lines}>
        <polygon points={points(box(0, 0, LENGTH, DEPTH))} />
        <polyline points={points(HALFWAY)} />
        <polygon points={points(arc(CENTRE, 9.15))} />
        {ENDS.map((turn, end) => (
          <End key={end} turn={turn} />
        ))}
      </g>
    </>
  )
}
