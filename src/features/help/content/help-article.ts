/** The shelves of the help centre, in their order. */
export const HELP_CATEGORIES = ['account', 'watch', 'chat', 'coins', 'calm', 'privacy'] as const
export type HelpCategory = (typeof HELP_CATEGORIES)[number]

export interface HelpArticle {
  /** In the address; lower case, never changed once it was out. */
  readonly id: string
  readonly category: HelpCategory
  readonly title: string
  /** One sentence under the title in lists. */
  readonly summary: string
  /** Words people search by that stand in neither title nor summary. */
  readonly keywords: readonly string[]
  /** Paragraphs; a list of texts is a list of steps. Plain text. */
  readonly body: readonly (string | readonly string[])[]
  /** A screen where it can be done at once. */
  readonly link?: { readonly to: string; readonly label: string }
}
