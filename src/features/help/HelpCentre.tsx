import { Link } from 'react-router-dom'
import { ht } from '#lib/messages/help.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { usePhone } from '#ui/use-media.ts'
import { articlesOf, ArticleRows } from './ArticleRows.tsx'
import { type HelpArticle, HELP_CATEGORIES, type HelpCategory } from './content/help-article.ts'
import { HELP_ARTICLES } from './content/help-articles.ts'
import styles from './HelpCentre.module.css'
import { HelpSearch } from './HelpSearch.tsx'
import { HelpShelf } from './HelpShelf.tsx'
import { ServiceHint } from './ServiceHint.tsx'
import { type Matches, searchHelp } from './help-search.ts'

export interface HelpCentreProps {
  readonly category: HelpCategory
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly matches: Matches
}

/** S1.26: the help centre: a search field and articles by category, in columns or as disclosures on a phone. */
export function HelpCentre({ category, query, onQueryChange, matches }: HelpCentreProps) {
  const isPhone = usePhone()
  const hits = query === '' ? null : searchHelp(HELP_ARTICLES, query, matches)
  return (
    <div className={styles.centre}>
      <header className={styles.head}>
        <h1 className={styles.title}>{ht('title')}</h1>
        <p className={styles.lead}>{ht('lead')}</p>
        <HelpSearch query={query} onQueryChange={onQueryChange} />
      </header>
      <output className="visually-hidden">{hits !== null && hitsText(query, hits.length)}</output>
      {hits !== null && <Hits query={query} hits={hits} />}
      {query === '' && isPhone && <HelpShelf open={category} />}
      {query === '' && !isPhone && (
        <div className={styles.columns}>
          <nav className={styles.categories} aria-label={ht('categories')}>
            {HELP_CATEGORIES.map((each) => (
              <Link
                key={each}
                to={`?category=${each}`}
                replace
                aria-current={each === category ? 'page' : undefined}
                className={styles.category}
              >
                {ht(`category.${each}`)}
              </Link>
            ))}
          </nav>
          <Panel title={ht(`category.${category}`)}>
            <ArticleRows articles={articlesOf(category)} />
          </Panel>
        </div>
      )}
      <ServiceHint />
    </div>
  )
}

/** The number of results as text. */
function hitsText(query: string, count: number): string {
  return count === 0 ? ht('noHitTitle', { query }) : ht('found', { count })
}

function Hits({ query, hits }: { readonly query: string; readonly hits: readonly HelpArticle[] }) {
  if (hits.length === 0) {
    return (
      <Panel>
        <EmptyState
          level={2}
          title={ht('noHitTitle', { query })}
          text={ht('noHitText')}
          action={
            <Link className={buttonClass({ kind: 'primary' })} to="/cs">
              {ht('service')}
            </Link>
          }
        />
      </Panel>
    )
  }
  return (
    <Panel title={ht('foundLabel')} aside={<span>{hitsText(query, hits.length)}</span>}>
      <ArticleRows articles={hits} />
    </Panel>
  )
}
