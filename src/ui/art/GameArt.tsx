import type { ReactNode } from 'react'
import styles from './art.module.css'

export type GameArtName = 'seats' | 'scarf' | 'whistle' | 'fish' | 'cards' | 'lamp'

const { base, light, shade, ground } = styles

/** Drawings on a 64 grid. */
const DRAWINGS: Readonly<Record<GameArtName, ReactNode>> = {
  // Seats of the stand, two of them a pair.
  seats: (
    <>
      <path className={ground} d="M4 60V46h14V32h14V18h28v42Z" />
      <path className={shade} d="M8 36h8v10H8ZM36 8h8v10h-8ZM36 32h8v10h-8ZM50 46h8v10h-8Z" />
      <path className={base} d="M22 22h8v10h-8ZM50 8h8v10h-8Z" />
      <path className={light} d="M22 22h8v3h-8ZM50 8h8v3h-8Z" />
    </>
  ),
  scarf: (
    <>
      <path className={base} d="M6 14c16 8 36 8 52 0v14c-16 8-36 8-52 0Z" />
      <path className={shade} d="M12 29l12 3v22H12ZM40 32l12-3v25H40Z" />
      <path className={light} d="M12 36h12v6H12ZM40 36h12v6H40ZM18 18l8 2v13l-8-2ZM38 20l8-2v13l-8 2Z" />
      <path className={base} d="M12 54h3v6h-3ZM17 54h3v6h-3ZM22 54h2v6h-2ZM40 54h3v6h-3ZM45 54h3v6h-3ZM50 54h2v6h-2Z" />
    </>
  ),
  whistle: (
    <>
      <path className={base} d="M6 20h36a18 18 0 1 1-17 24L6 36Z" />
      <path className={shade} d="M6 32l20 8a18 18 0 0 0 34-3 18 18 0 0 1-35 7L6 36Z" />
      <circle className={light} cx="42" cy="38" r="8" />
      <circle className={shade} cx="42" cy="38" r="4" />
      <path className={shade} d="M24 8h6v8h-6Z" />
      <path className={light} d="M12 8h6v6h-6ZM36 8h6v6h-6Z" />
    </>
  ),
  // A boat at night with its fishing line.
  fish: (
    <>
      <path className={ground} d="M0 42h64v22H0Z" />
      <path className={base} d="M8 34h36l-6 12H14Z" />
      <path className={shade} d="M11 40h30l-3 6H14ZM24 10h3v24h-3Z" />
      <path className={light} d="M27 12l15 16H27Z" />
      <path className={shade} d="M50 52c4-4 8-4 12-2-2 5-8 6-12 2Zm-6-3 6 3-6 3Z" />
      <circle className={light} cx="54" cy="14" r="6" />
    </>
  ),
  cards: (
    <>
      <rect className={shade} x="6" y="14" width="26" height="38" rx="5" transform="rotate(-14 19 33)" />
      <rect className={ground} x="32" y="14" width="26" height="38" rx="5" transform="rotate(14 45 33)" />
      <rect className={base} x="18" y="8" width="28" height="42" rx="5" />
      <path className={light} d="M32 16c5 6 10 9 10 15a6 6 0 0 1-9 5l2 7h-6l2-7a6 6 0 0 1-9-5c0-6 5-9 10-15Z" />
    </>
  ),
  lamp: (
    <>
      <path className={shade} d="M29 26h6v34h-6ZM22 58h20v4H22Z" />
      <path className={base} d="M8 6h48a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4Z" />
      <g className={light}>
        <circle cx="15" cy="19" r="6" />
        <circle cx="32" cy="19" r="6" />
        <circle cx="49" cy="19" r="6" />
      </g>
      <path className={ground} d="m12 36 6 0-6 14H4ZM46 36h6l8 14h-8Z" />
    </>
  ),
}

export interface GameArtProps {
  readonly art: GameArtName
  /** Edge in pixels, 40 by default. */
  readonly size?: number
}

/** The picture of a game in the colours of the skin. Decorative. */
export function GameArt({ art, size = 40 }: GameArtProps) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      {DRAWINGS[art]}
    </svg>
  )
}
