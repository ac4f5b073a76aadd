import type { DataOf } from '#protocol/endpoints/table.ts'
import type { HelpCategory } from '#protocol/rules/articles.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import type { HelpArticle } from './content/help-article.ts'
import account from './content/account.json' with { type: 'json' }
import calm from './content/calm.json' with { type: 'json' }
import chat from './content/chat.json' with { type: 'json' }
import coins from './content/coins.json' with { type: 'json' }
import privacy from './content/privacy.json' with { type: 'json' }
import watch from './content/watch.json' with { type: 'json' }

/** S1.26: the built-in articles of the help centre by category. */
export const HELP_ARTICLES = [...account, ...watch, ...chat, ...coins, ...calm, ...privacy] as readonly HelpArticle[]

export function helpPath(id: string): string {
  return `/app/help/${id}`
}

type SiteArticles = DataOf<'site.helpArticles'>

const NO_PARAMETERS = {}
const BUILT_IN_IDS: ReadonlySet<string> = new Set(HELP_ARTICLES.map(({ id }) => id))

/**
 * S1.26: the built-in articles, then those of the site. An article of the site with the id of a built-in one replaces
 * it.
 */
function helpArticles(site: SiteArticles['list']): readonly HelpArticle[] {
  const own = new Map(site.map(({ link, ...article }) => [article.id, link ? { ...article, link } : article]))
  const builtIn = HELP_ARTICLES.map((article) => own.get(article.id) ?? article)
  return [...builtIn, ...[...own.values()].filter(({ id }) => !BUILT_IN_IDS.has(id))]
}

/** The articles of the help centre. Without a response of the server they are the built-in ones. */
export function useHelpArticles(): { articles: readonly HelpArticle[]; query: ServerData<SiteArticles> } {
  const query = useCachedData('site.helpArticles', NO_PARAMETERS)
  return { articles: query.data ? helpArticles(query.data.list) : HELP_ARTICLES, query }
}

/** All articles for the search. Without a response of the server they are the built-in ones. */
export async function loadHelpArticles(): Promise<readonly HelpArticle[]> {
  const site = await call('site.helpArticles', NO_PARAMETERS)
  return site.ok ? helpArticles(site.data.list) : HELP_ARTICLES
}

export function articlesOf(articles: readonly HelpArticle[], category: HelpCategory): readonly HelpArticle[] {
  return articles.filter((article) => article.category === category)
}
