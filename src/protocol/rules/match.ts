/** Minutes of one half, by the kinds of match that have halves (S3.32); the talk of an anchor has none. */
export const HALF_MINUTES = { football: 45, basketball: 24, esports: 30 } as const
export type HalvedKind = keyof typeof HALF_MINUTES

/** A score in running text, `2 : 1` in figures; its spaces do not break, so that it stays in one line. */
export function scoreText(home: number | string, away: number | string): string {
  return `${home}\u00a0:\u00a0${away}`
}
