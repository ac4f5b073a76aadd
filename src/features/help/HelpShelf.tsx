import { ChevronDown } from 'lucide-react'
import { ht } from '#lib/messages/help.ts'
import { Panel } from '#ui/Panel.tsx'
import { articlesOf, ArticleRows } from './ArticleRows.tsx'
import { HELP_CATEGORIES, type HelpCategory } from './content/help-article.ts'
import styles from './HelpShelf.module.css'

/** The categories as native disclosures, on a phone. */
export function HelpShelf({ open }: { readonly open: HelpCategory }) {
  return (
    <Panel>
      {HELP_CATEGORIES.map((category) => (
        <details key={category} className={styles.shelf} open={category === open}>
          <summary className={styles.head}>
            <h2>{ht(`category.${category}`)}</h2>
            <small>{ht('count', { count: articlesOf(category).length })}</small>
            <ChevronDown className={styles.arrow} size={16} aria-hidden="true" />
          </summary>
          <ArticleRows articles={articlesOf(category)} />
        </details>
      ))}
    </Panel>
  )
}
