import type { HelpCategory } from '#protocol/rules/articles.ts'

export interface HelpArticle {
  /** Part of the URL. Lower case. Never changes after publication. */
  readonly id: string
  readonly category: HelpCategory
  readonly title: string
  /** One sentence below the title in lists. */
  readonly summary: string
  /** Search terms that are neither in the title nor in the summary. */
  readonly keywords: readonly string[]
  /** Paragraphs; an array is a list of steps. Plain text. */
  readonly body: readonly (string | readonly string[])[]
  /** A screen where the action can be done. */
  readonly link?: { readonly to: string; readonly label: string }
}
