import { ACCOUNT_ARTICLES } from './account.ts'
import { CALM_ARTICLES } from './calm.ts'
import { CHAT_ARTICLES } from './chat.ts'
import { COIN_ARTICLES } from './coins.ts'
import type { HelpArticle } from './help-article.ts'
import { PRIVACY_ARTICLES } from './privacy.ts'
import { WATCH_ARTICLES } from './watch.ts'

/** S1.26: all articles of the help centre by category. */
export const HELP_ARTICLES: readonly HelpArticle[] = [
  ...ACCOUNT_ARTICLES,
  ...WATCH_ARTICLES,
  ...CHAT_ARTICLES,
  ...COIN_ARTICLES,
  ...CALM_ARTICLES,
  ...PRIVACY_ARTICLES,
]

/** The article with an id, or null. */
export function helpArticle(id: string): HelpArticle | null {
  return HELP_ARTICLES.find((article) => article.id === id) ?? null
}

/** The path of an article. */
export function helpPath(id: string): string {
  return `/app/help/${id}`
}
