import { Row, Rows } from '#ui/Rows.tsx'
import type { HelpArticle, HelpCategory } from './content/help-article.ts'
import { HELP_ARTICLES, helpPath } from './content/help-articles.ts'

/** The articles of a category. */
export function articlesOf(category: HelpCategory): readonly HelpArticle[] {
  return HELP_ARTICLES.filter((article) => article.category === category)
}

/** A list of links to articles. */
export function ArticleRows({ articles }: { readonly articles: readonly HelpArticle[] }) {
  return (
    <Rows>
      {articles.map(({ id, title, summary }) => (
        <Row key={id} to={helpPath(id)} title={title} note={summary} />
      ))}
    </Rows>
  )
}
