import type { HelpArticle } from './content/help-article.ts'

/** Whether some of these texts answer what was typed; the page lends the search's own, which knows pinyin too. */
export type Matches = (texts: readonly string[]) => boolean

/**
 * S1.26: the articles that answer a query, those first whose title or keywords do; then those that only speak of it.
 * `matches` compares names; running text is compared by its characters alone, word by word.
 */
export function searchHelp(articles: readonly HelpArticle[], query: string, matches: Matches): HelpArticle[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const named = articles.filter(({ title, keywords }) => matches([title, ...keywords]))
  const speaking = articles.filter((article) => {
    const text = textOf(article)
    return words.every((word) => text.includes(word))
  })
  return [...new Set([...named, ...speaking])]
}

/** All that an article says, in lower case. */
function textOf({ title, summary, keywords, body }: HelpArticle): string {
  return [title, summary, ...keywords, ...body.flat()].join('\n').toLowerCase()
}
