import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { cardLink } from './card-link.ts'
import styles from './Tiles.module.css'

export interface TilesProps {
  /** Names the list for screen readers. */
  readonly label: string
  /** A `Tile` each. */
  readonly children: ReactNode
}

/** Ways into the house, side by side: six in a row on a desktop, three on a phone. */
export function Tiles({ label, children }: TilesProps) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {children}
    </ul>
  )
}

export interface TileProps {
  readonly title: string
  /** What is to be found there now: 38 场在播; of a closed one until when. */
  readonly note?: string
  /** A drawn picture or an icon of 22 px. */
  readonly icon: ReactNode
  /** Where it leads. One that leads nowhere is a button: `onPress` says why. */
  readonly to?: string
  readonly onPress?: () => void
  /** Closed: grey, and still open to a look at why and until when. */
  readonly isClosed?: boolean
}

/** One way in. */
export function Tile({ title, note, icon, to, onPress, isClosed = false }: TileProps) {
  const text = (
    <>
      <b className={styles.title}>{title}</b>
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
