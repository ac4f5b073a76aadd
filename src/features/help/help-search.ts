import type { HelpArticle } from './content/help-article.ts'

/**
 * Returns whether one of the texts matches the query. The page passes the matcher of the search, which knows pinyin.
 */
export type Matches = (texts: readonly string[]) => boolean

/**
 * S1.26: articles that match a query: those whose title or keywords match first, then those whose body does. `matches`
 * compares names; the body is compared by characters, word by word.
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

/** The full text of an article in lower case. */
function textOf({ title, summary, keywords, body }: HelpArticle): string {
  return [title, summary, ...keywords, ...body.flat()].join('\n').toLowerCase()
}
