/** A score in running text, `2 : 1` in figures; its spaces do not break, so that it stays in one line. */
export function scoreText(home: number | string, away: number | string): string {
  return `${home}\u00a0:\u00a0${away}`
}
