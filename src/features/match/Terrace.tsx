import styles from './AnimatedField.module.css'
import type { Side } from '#protocol/rules/match-story.ts'

/** Steps of the far stand from the roof down; wide frames show more at both sides. */
const ROWS = [-42, -24, -6, 12, 30, 48, 66, 84] as const
const LEFT = -320
const WIDTH = 1280
const SEAT = 20
/** The wave moves every other block of seats, to reduce its cost. */
const BLOCK = 2 * SEAT
const BLOCKS = WIDTH / BLOCK

interface TerraceProps {
  /** The side whose supporters stand. */
  readonly cheering: Side | null
}

function Reminders() {
  return ROWS.map((y, row) => (
    <g key={y}>
      <rect className={styles.step} data-odd={row % 2 === 1} x={LEFT} y={y - 8} width={WIDTH} height="18" />
      <rect x={LEFT} y={y - 8} width={WIDTH} height="18" fill="url(#terrace-seats)" />
    </g>
  ))
}

/** The stand behind the field. After a goal the supporters of that side do a wave. */
export function Terrace({ cheering }: TerraceProps) {
  return (
    <g className={styles.terrace}>
      <defs>
        <pattern id="terrace-seats" width={SEAT} height="18" patternUnits="userSpaceOnUse" x={LEFT} y="22">
          <circle className={styles.person} cx="10" cy="6" r="4" />
          <path className={styles.person} d="M3 18v-1a7 6 0 0 1 14 0v1Z" />
        </pattern>
      </defs>
      <rect className={styles.roof} x={LEFT} y="-240" width={WIDTH} height="190" />
      <Reminders />
      <rect className={styles.fans} x={LEFT} y="-50" width={WIDTH / 2} height="144" data-side="home" />
      <rect className={styles.fans} x={LEFT + WIDTH / 2} y="-50" width={WIDTH / 2} height="144" data-side="away" />
      {cheering && (
        <g className={styles.wave} data-side={cheering}>
          {Array.from({ length: BLOCKS }, (_, block) => (
            <g key={block} style={{ animationDelay: `${(cheering === 'home' ? block : BLOCKS - block) * 45}ms` }}>
              {ROWS.slice(-4).map((y) => (
                <path key={y} d={`M${LEFT + block * BLOCK + 13} ${y + 10}v-9a7 6 0 0 1 14 0v9Z`} />
              ))}
            </g>
          ))}
        </g>
      )}
      <rect className={styles.board} x={LEFT} y="102" width={WIDTH / 2} height="12" data-side="home" />
      <rect className={styles.board} x={LEFT + WIDTH / 2} y="102" width={WIDTH / 2} height="12" data-side="away" />
    </g>
  )
}
