import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { helpText } from '#messages/zh/help.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { useOneColumn } from '#ui/hooks/use-media.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { HELP_CATEGORIES, type HelpCategory } from '#protocol/rules/articles.ts'
import { ArticleRows } from './ArticleRows.tsx'
import type { HelpArticle } from './content/help-article.ts'
import styles from './HelpCentre.module.css'
import { articlesOf, useHelpArticles } from './help-articles.ts'
import { HelpSearch } from './HelpSearch.tsx'
import { ServiceHint } from './ServiceHint.tsx'
import { ChevronDown } from 'lucide-react'

interface HelpCentreProps {
  readonly category: HelpCategory
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly matches: Matches
  /** Below the articles. */
  readonly children?: ReactNode
}

/** S1.26: the help centre: a search field and articles by category, in columns or as disclosures on a phone. */
export function HelpCentre({ category, query, onQueryChange, matches, children }: HelpCentreProps) {
  const isPhone = useOneColumn()
  const { articles } = useHelpArticles()
  const hits = query === '' ? null : searchHelp(articles, query, matches)
  return (
    <div className={styles.centre}>
      <header className={styles.head}>
        <h1 className={styles.title}>{helpText('title')}</h1>
        <p className={styles.lead}>{helpText('lead')}</p>
        <HelpSearch query={query} onQueryChange={onQueryChange} />
      </header>
      <output className="visually-hidden">{hits !== null && hitsText(query, hits.length)}</output>
      {hits !== null && <Hits query={query} hits={hits} />}
      {query === '' && isPhone && <HelpShelf articles={articles} open={category} />}
      {query === '' && !isPhone && (
        <div className={styles.columns}>
          <nav className={styles.categories} aria-label={helpText('categories')}>
            {HELP_CATEGORIES.map((each) => (
              <Link
                key={each}
                to={`?category=${each}`}
                replace
                aria-current={each === category ? 'page' : undefined}
                className={styles.category}
              >
                {helpText(`category.${each}`)}
              </Link>
            ))}
          </nav>
          <Panel title={helpText(`category.${category}`)}>
            <ArticleRows articles={articlesOf(articles, category)} />
          </Panel>
        </div>
      )}
      <ServiceHint />
      {children}
    </div>
  )
}

/** The number of results as text. */
function hitsText(query: string, count: number): string {
  return count === 0 ? helpText('noHitTitle', { query }) : helpText('found', { count })
}

function Hits({ query, hits }: { readonly query: string; readonly hits: readonly HelpArticle[] }) {
  if (hits.length === 0) {
    return (
      <Panel>
        <EmptyState
          level={2}
          title={helpText('noHitTitle', { query })}
          text={helpText('noHitText')}
          action={
            <Link className={buttonClass({ kind: 'primary' })} to="/cs">
              {helpText('service')}
            </Link>
          }
        />
      </Panel>
    )
  }
  return (
    <Panel title={helpText('foundLabel')} aside={<span>{hitsText(query, hits.length)}</span>}>
      <ArticleRows articles={hits} />
    </Panel>
  )
}

/**
 * Returns whether one of the texts matches the query. The page passes the matcher of the search, which knows pinyin.
 */
type Matches = (texts: readonly string[]) => boolean

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

function textOf({ title, summary, keywords, body }: HelpArticle): string {
  return [title, summary, ...keywords, ...body.flat()].join('\n').toLowerCase()
}

interface HelpShelfProps {
  readonly articles: readonly HelpArticle[]
  readonly open: HelpCategory
}

/** The categories as native disclosures, on a phone. */
function HelpShelf({ articles, open }: HelpShelfProps) {
  return (
    <Panel>
      {HELP_CATEGORIES.map((category) => (
        <details key={category} className={styles.shelf} open={category === open}>
          <summary className={styles.helpShelfHead}>
            <h2>{helpText(`category.${category}`)}</h2>
            <small>{helpText('count', { count: articlesOf(articles, category).length })}</small>
            <ChevronDown className={styles.arrow} size={16} aria-hidden="true" />
          </summary>
          <ArticleRows articles={articlesOf(articles, category)} />
        </details>
      ))}
    </Panel>
  )
}
