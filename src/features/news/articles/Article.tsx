import { Link } from 'react-router-dom'
import { formatClock, formatDate } from '#lib/format.ts'
import { newsText } from '#messages/zh/news.ts'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './Article.module.css'
import { ArticleMatch } from '../ArticleMatch.tsx'
import type { Article } from '../news-model.ts'
import { articlePath, NEWS_PATH } from '../news-path.ts'
import { NewsPicture } from './NewsPicture.tsx'
import { plainParagraphs, plainText } from '#lib/plain-text.ts'
import { ShareLink } from '../ShareLink.tsx'

interface ArticleViewProps {
  readonly article: Article
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.23: an article, its match, and links to the previous and the next article. */
export function ArticleView({ article, now }: ArticleViewProps) {
  const { category, kicker, title, summary, img, alt = '', publishedAt, match, newer, older } = article
  const path = articlePath(article.id)
  return (
    <Panel isLead className={styles.paper}>
      <article className={styles.article}>
        <header>
          <p className={styles.meta}>
            <b dir="auto">{plainText(kicker)}</b>
            {category !== 'all' && <Link to={`${NEWS_PATH}?category=${category}`}>{newsText(`list.${category}`)}</Link>}
            <time dateTime={new Date(publishedAt).toISOString()}>
              {formatDate(publishedAt, now)} {formatClock(publishedAt)}
            </time>
          </p>
          <h1 className={styles.title} dir="auto">
            {plainText(title)}
          </h1>
          <p className={styles.summary} dir="auto">
            {plainText(summary)}
          </p>
        </header>
        <NewsPicture className={styles.cover} category={category} img={img} alt={plainText(alt)} isEager />
        <div className={styles.text}>
          {plainParagraphs(article.paragraphs).map((paragraph, position) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs never move, and two may be alike
            <p key={position} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
        {match && <ArticleMatch match={match} now={now} />}
        <ShareLink path={path} />
        <nav className={styles.neighbours} aria-label={newsText('article.neighbours')}>
          {newer && (
            <Link to={articlePath(newer.id)} rel="next">
              <small>{newsText('article.newer')}</small>
              <bdi>{plainText(newer.title)}</bdi>
            </Link>
          )}
          {older && (
            <Link to={articlePath(older.id)} rel="prev">
              <small>{newsText('article.older')}</small>
              <bdi>{plainText(older.title)}</bdi>
            </Link>
          )}
        </nav>
      </article>
    </Panel>
  )
}
