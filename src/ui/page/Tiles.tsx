import { Children, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { directionOf } from '#messages/bidi.ts'
import { classNames } from '#lib/class-names.ts'
import { cardLink } from '#ui/button/card-link.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './Tiles.module.css'

interface TilesProps {
  /** Accessible name of the list. */
  readonly label: string
  /** `Tile` elements, or elements that render one each: their number decides about the layout. */
  readonly children: ReactNode
}

/** Classes for small numbers of tiles. Rules with `:has()` would be evaluated for every message of a later room. */
function classOf(count: number): string {
  return classNames(
    styles.tiles,
    count < 6 && styles.fewerThanSix,
    count < 5 && styles.fewerThanFive,
    count < 3 && styles.fewerThanThree,
    count === 4 && styles.four,
  )
}

/** Tiles side by side: at most six per row on a desktop, three on a phone. Fewer share the row. */
export function Tiles({ label, children }: TilesProps) {
  return (
    <ul className={classOf(Children.toArray(children).length)} aria-label={label}>
      {children}
    </ul>
  )
}

/** Skeleton of `count` tiles, in their rows. */
export function TilesSkeleton({ count }: { readonly count: number }) {
  return (
    <div className={classOf(count)}>
      {Array.from({ length: count }, (_, tile) => (
        <div key={tile} className={styles.tile}>
          <Skeleton width="32px" height="32px" />
          <Skeleton width="50%" />
        </div>
      ))}
    </div>
  )
}

interface TileProps {
  readonly title: string
  /** Current content: 38 场在播; for a closed one its end. */
  readonly note?: string
  /** A drawing or an icon of 22 px. */
  readonly icon: ReactNode
  /** Link target. Without one it is a button, and `onPress` explains why. */
  readonly to?: string
  readonly onPress?: () => void
  /** Closed: grey, but can be pressed for an explanation. */
  readonly isClosed?: boolean
}

export function Tile({ title, note, icon, to, onPress, isClosed = false }: TileProps) {
  const text = (
    <>
      <b className={styles.title} dir={directionOf(title)}>
        {title}
      </b>
      {note && <small className={styles.note}>{note}</small>}
    </>
  )
  return (
    <li className={classNames(styles.tile, isClosed && styles.closed)}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {to === undefined ? (
        <button className={classNames(styles.text, cardLink)} type="button" onClick={onPress}>
          {text}
        </button>
      ) : (
        <Link className={classNames(styles.text, cardLink)} to={to}>
          {text}
        </Link>
      )}
    </li>
  )
}
