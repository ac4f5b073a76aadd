import { classNames } from '#lib/class-names.ts'
import styles from './Stand.module.css'

/** A grid of 43 x 38 in a picture of 640 x 240: five steps, each starting two seats further right. */
const SEAT_STEP = 43
const ROW_STEP = 38
const ROWS = [0, 1, 2, 3, 4] as const
const BASE = 236
const SEATS = 14
const rowLeft = (row: number) => 40 + row * 2 * SEAT_STEP
const seatX = (seat: number) => 62 + seat * SEAT_STEP
const rowY = (row: number) => BASE - row * ROW_STEP
const seatsOf = (row: number) => Array.from({ length: SEATS - row * 2 }, (_, index) => row * 2 + index)

/** Seats with a scarf, a cheering person, or the coin colour. */
const PEOPLE: Readonly<Record<string, 'scarf' | 'cheer' | 'coin'>> = {
  ...Object.fromEntries(['0.0', '0.6', '0.11', '1.9', '1.12', '2.6', '2.8', '4.9', '4.13'].map((at) => [at, 'scarf'])),
  ...Object.fromEntries(['1.2', '1.8', '1.13', '2.11', '3.10'].map((at) => [at, 'cheer'])),
  ...Object.fromEntries(['0.7', '0.10', '1.4', '1.7', '2.9', '3.7', '4.11'].map((at) => [at, 'coin'])),
}

function Person({ row, seat }: { readonly row: number; readonly seat: number }) {
  const kind = PEOPLE[`${row}.${seat}`] ?? 'sits'
  return (
    <g className={styles[kind]} transform={`translate(${seatX(seat)} ${rowY(row)})`} opacity={dimness(kind, row, seat)}>
      {kind === 'scarf' && <path className={styles.arms} d="M-10 -3 -15 -28M10 -3 15 -28" />}
      {kind === 'scarf' && <rect x="-20" y="-34" width="40" height="7" rx="2" />}
      {kind === 'scarf' && <path className={styles.stripes} d="M-9 -34v7M9 -34v7" />}
      {kind === 'cheer' && <path className={styles.arms} d="M-9 -4-14-25M9-4 14-25" />}
      <circle cy="-16" r="7" />
      <path d="M-12 0v-1a12 8 0 0 1 24 0v1Z" />
    </g>
  )
}

function dimness(kind: string, row: number, seat: number): number {
  return kind === 'sits' ? 0.34 + ((row * 5 + seat * 7) % 3) * 0.08 : 1
}

interface StandProps {
  /** A full stand, or empty seats with one visitor. */
  readonly crowd: 'full' | 'empty'
  readonly className?: string | undefined
}

/** The stepped stand of the brand in the colours of the skin. Decorative. */
export function Stand({ crowd, className }: StandProps) {
  return (
    <svg className={classNames(styles.stand, className)} viewBox="30 30 610 210" aria-hidden="true">
      {ROWS.map((row) => (
        <rect
          key={row}
          x={rowLeft(row)}
          y={rowY(row)}
          width="640"
          height={ROW_STEP}
          fill="currentColor"
          opacity={0.1 + row * 0.035}
        />
      ))}
      {crowd === 'full'
        ? ROWS.flatMap((row) => seatsOf(row).map((seat) => <Person key={`${row}.${seat}`} row={row} seat={seat} />))
        : ROWS.flatMap((row) =>
            seatsOf(row).map((seat) =>
              row === 4 && seat === 8 ? null : (
                <rect
                  key={`${row}.${seat}`}
                  x={seatX(seat)}
                  y={rowY(row) - 14}
                  width="24"
                  height="14"
                  rx="4"
                  fill="currentColor"
                  opacity="0.5"
                />
              ),
            ),
          )}
      {crowd === 'empty' && (
        <g className={styles.guest} transform={`translate(${seatX(8) + 12} ${rowY(4)})`}>
          <circle cy="-29" r="14" />
          <path d="M-21 0v-2a21 15 0 0 1 42 0v2Z" />
        </g>
      )}
    </svg>
  )
}
