/** Minutes of one half (S3.32). Rooms of kind `anchor` have no halves. */
export const HALF_MINUTES = { football: 45, basketball: 24, esports: 30 } as const
export type HalvedKind = keyof typeof HALF_MINUTES

/** Periods of a half: quarters of basketball, games of esports. Football has halves only. */
export const PERIODS_OF_HALF = { football: 1, basketball: 2, esports: 1 } as const

/** A score in text, for example `2 : 1`, with non-breaking spaces. */
export function scoreText(home: number | string, away: number | string): string {
  return `${home}\u00a0:\u00a0${away}`
}

/** Positions of the players per sport, from the back to the front. */
export const POSITIONS = {
  football: ['goalkeeper', 'defender', 'midfielder', 'forward'],
  basketball: ['point-guard', 'shooting-guard', 'small-forward', 'power-forward', 'centre'],
  esports: ['top', 'jungle', 'middle', 'bottom', 'support'],
} as const
export type Position = (typeof POSITIONS)[HalvedKind][number]
