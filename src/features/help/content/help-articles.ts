import account from './account.json' with { type: 'json' }
import calm from './calm.json' with { type: 'json' }
import chat from './chat.json' with { type: 'json' }
import coins from './coins.json' with { type: 'json' }
import privacy from './privacy.json' with { type: 'json' }
import watch from './watch.json' with { type: 'json' }
import type { HelpArticle } from './help-article.ts'

/** S1.26: all articles of the help centre by category. */
export const HELP_ARTICLES = [...account, ...watch, ...chat, ...coins, ...calm, ...privacy] as readonly HelpArticle[]

/** The article with an id, or null. */
export function helpArticle(id: string): HelpArticle | null {
  return HELP_ARTICLES.find((article) => article.id === id) ?? null
}

/** The path of an article. */
export function helpPath(id: string): string {
  return `/app/help/${id}`
}
