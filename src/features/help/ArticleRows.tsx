import { Row, Rows } from '#ui/page/Rows.tsx'
import type { HelpArticle } from './content/help-article.ts'
import { helpPath } from './help-articles.ts'

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
