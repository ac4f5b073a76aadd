import type { ReactNode } from 'react'
import type { VenueType } from '#protocol/endpoints/game.ts'
import styles from './art.module.css'

const { base, light, shade, yoke } = styles

/** Drawings on a 64 grid. */
const DRAWINGS: Readonly<Record<VenueType, ReactNode>> = {
  sport: (
    <>
      <circle className={light} cx="32" cy="32" r="27" />
      <path
        className={shade}
        d="m32 20 11 8-4 13H25l-4-13ZM24 6.200a27 27 0 0 1 16 0L32 13ZM56 20a27 27 0 0 1 2.500 16L50 29ZM50.500 51.500a27 27 0 0 1-13 7l3-10ZM13.500 51.500a27 27 0 0 0 13 7l-3-10ZM8 20a27 27 0 0 0-2.500 16L14 29Z"
      />
      <path className={base} d="M58.500 36A27 27 0 0 1 20 56c16 4 32-4 38.500-20Z" />
    </>
  ),
  casino: (
    <>
      <path className={yoke} d="M14 29a18 18 0 0 0 36 0M32 47v9M22 58h20" />
      <rect className={base} x="20" y="4" width="24" height="38" rx="12" />
      <path className={shade} d="M32 4a12 12 0 0 1 12 12v14a12 12 0 0 1-12 12Z" />
      <rect className={light} x="24" y="11" width="5" height="17" rx="2.5" />
    </>
  ),
  egame: (
    <>
      <rect className={base} x="4" y="11" width="56" height="42" rx="8" />
      <path className={shade} d="M4 44h56v1a8 8 0 0 1-8 8H12a8 8 0 0 1-8-8Z" />
      <path className={light} d="M10 18h13v22H10ZM25.500 18h13v22h-13ZM41 18h13v22H41Z" />
      <circle className={base} cx="16.500" cy="29" r="4.500" />
      <path
        className={shade}
        d="m32 23 1.900 4 4.100.500-3 3 .800 4.300-3.800-2.100-3.800 2.100.800-4.300-3-3 4.100-.500Z"
      />
      <path className={base} d="m47.500 23.500 5 5.500-5 5.500-5-5.500Z" />
    </>
  ),
  esports: (
    <>
      <path
        className={base}
        d="M18 16h28c9 0 14 8 15 20 .700 8-2 14-7 14-6 0-8-8-13-8H23c-5 0-7 8-13 8-5 0-7.700-6-7-14 1-12 6-20 15-20Z"
      />
      <path
        className={shade}
        d="M61 36c.700 8-2 14-7 14-6 0-8-8-13-8H23c-5 0-7 8-13 8-5 0-7.700-6-7-14 1 5 3 8 7 8 6 0 7-8 13-8h18c6 0 7 8 13 8 4 0 6-3 7-8Z"
      />
      <path className={light} d="M17 22h5v5h5v5h-5v5h-5v-5h-5v-5h5Z" />
      <circle className={light} cx="41" cy="32" r="3.500" />
      <circle className={light} cx="49" cy="26" r="3.500" />
    </>
  ),
  fishing: (
    <>
      <path className={shade} d="M44 32 60 19c1.500 9 1.500 17 0 26Z" />
      <path className={base} d="M4 33c6-11 15-17 25-17 9 0 15 6 19 16-4 10-10 17-19 17C19 49 10 44 4 33Z" />
      <path className={shade} d="M4 33c6 11 15 16 25 16 9 0 15-7 19-17-6 6-13 9-21 9-9 0-17-3-23-8Z" />
      <path className={light} d="M13 25c4-4 9-6.500 14-7-2 3-6 6-14 7Z" />
      <circle className={light} cx="17" cy="31" r="3" />
      <path className={light} d="M29 27c5 3 5 9 0 12 2-4 2-8 0-12Z" />
      <circle className={base} cx="8" cy="13" r="3" />
      <circle className={base} cx="15" cy="7" r="2" />
    </>
  ),
  chess: (
    <>
      <rect className={shade} x="6" y="10" width="28" height="42" rx="5" transform="rotate(-12 20 31)" />
      <rect className={base} x="21" y="9" width="30" height="45" rx="5" />
      <path className={light} d="m36 20 8 11.500-8 11.500-8-11.500Z" />
      <circle className={shade} cx="49" cy="47" r="12" />
      <circle className={light} cx="49" cy="46" r="8.500" />
    </>
  ),
}

export interface VenueArtProps {
  readonly venue: VenueType
  /** Edge in pixels, 32 by default. */
  readonly size?: number
}

/** The picture of a venue class in the colours of the skin. Decorative. */
export function VenueArt({ venue, size = 32 }: VenueArtProps) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      {DRAWINGS[venue]}
    </svg>
  )
}
