/** Categories of news in the order of the tabs. `all` is news without a category. */
export const NEWS_CATEGORIES = ['all', 'football', 'basketball', 'esports'] as const

/** The categories of the help centre in their order. */
export const HELP_CATEGORIES = ['account', 'watch', 'chat', 'coins', 'calm', 'privacy'] as const
export type HelpCategory = (typeof HELP_CATEGORIES)[number]

export const PARAGRAPH_MAX_CHARACTERS = 1_000
/** Maximum of a whole article, which must fit into a request to the console. */
export const ARTICLE_MAX_CHARACTERS = 15_000

/** The paragraphs of a plain text: its lines without those that are empty. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** True for a text with at least one paragraph and none that is too long. */
export function isArticleText(text: string): boolean {
  const paragraphs = paragraphsOf(text)
  return paragraphs.length > 0 && paragraphs.every(({ length }) => length <= PARAGRAPH_MAX_CHARACTERS)
}

/** S1.24: minimum number of settled tips for a hit rate. With fewer, chance dominates. */
export const MIN_TIPS_FOR_RATE = 20

/** An expert's tips on finished matches. */
export interface TipRecord {
  readonly settled: number
  readonly right: number
}

/** S1.24: percentage of right tips, rounded down. Null if there are too few. */
export function hitRate({ settled, right }: TipRecord): number | null {
  return settled < MIN_TIPS_FOR_RATE ? null : Math.floor((Math.min(right, settled) * 100) / settled)
}
