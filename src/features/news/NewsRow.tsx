import { Link } from 'react-router-dom'
import { formatAgo } from '#lib/format.ts'
import { cardLink } from '#ui/button/card-link.ts'
import type { NewsItem } from './news-model.ts'
import { articlePath } from './news-path.ts'
import { NewsPicture } from './articles/NewsPicture.tsx'
import styles from './NewsRow.module.css'
import { plainText } from '#lib/plain-text.ts'

interface NewsRowProps {
  readonly item: NewsItem
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** An article in the list: title, summary, time. The whole row is a link. */
export function NewsRow({ item, now }: NewsRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Link className={cardLink} to={articlePath(item.id)}>
            <bdi>{plainText(item.title)}</bdi>
          </Link>
        </h2>
        <p className={styles.summary} dir="auto">
          {plainText(item.summary)}
        </p>
        <NewsMeta item={item} now={now} />
      </div>
      <NewsPicture className={styles.picture} category={item.category} img={item.img} />
    </li>
  )
}

/** The newest article, larger. */
export function NewsLead({ item, now }: NewsRowProps) {
  return (
    <article className={styles.lead}>
      <NewsPicture className={styles.leadPicture} category={item.category} img={item.img} isEager />
      <div className={styles.leadText}>
        <h2 className={styles.leadTitle}>
          <Link className={cardLink} to={articlePath(item.id)}>
            <bdi>{plainText(item.title)}</bdi>
          </Link>
        </h2>
        <p className={styles.leadSummary} dir="auto">
          {plainText(item.summary)}
        </p>
        <NewsMeta item={item} now={now} />
      </div>
    </article>
  )
}

/** 战报 · 18 分钟前 */
function NewsMeta({ item, now }: { readonly item: Pick<NewsItem, 'kicker' | 'publishedAt'>; readonly now: number }) {
  return (
    <p className={styles.meta}>
      <b dir="auto">{plainText(item.kicker)}</b>
      <time dateTime={new Date(item.publishedAt).toISOString()}>{formatAgo(item.publishedAt, now)}</time>
    </p>
  )
}
