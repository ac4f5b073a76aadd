import { Link } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatKickoff } from '#lib/format.ts'
import { newsText } from '#messages/zh/news.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from '../articles/Article.module.css'
import { ArticleMatch } from '../ArticleMatch.tsx'
import { expertPath, tipPath } from '../news-path.ts'
import { plainParagraphs, plainText } from '#lib/plain-text.ts'
import { ShareLink } from '../ShareLink.tsx'
import { TipResult } from './TipRow.tsx'
import own from './TipView.module.css'

interface TipViewProps {
  readonly tip: DataOf<'tips.detail'>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.24: a tip with its match, result and author. */
export function TipView({ tip, now }: TipViewProps) {
  return (
    <Panel isLead className={styles.paper}>
      <article className={styles.article}>
        <header>
          <Link className={own.author} to={expertPath(tip.expertId)}>
            <Avatar id={tip.expertId} src={tip.expertAvatar} size={32} />
            {newsText('tip.by', { name: plainText(tip.expertName) })}
          </Link>
          <h1 className={styles.title} dir="auto">
            {plainText(tip.title)}
          </h1>
        </header>
        <p className={own.pick}>
          <b>{newsText('tip.pickLine', { pick: plainText(tip.pick) })}</b>
          <TipResult tip={tip} now={now} />
          {tip.match && tip.result !== 'open' && (
            <span>{newsText('tip.final', { score: tip.match.score.replace('-', ' : ') })}</span>
          )}
        </p>
        {tip.match ? (
          <ArticleMatch match={tip.match} now={now} />
        ) : (
          <p className={own.match}>
            <span dir="auto">{plainText(tip.league)}</span>
            <b dir="auto">{plainText(tip.matchTitle)}</b>
            <time dateTime={new Date(tip.kickOffAt).toISOString()}>{formatKickoff(tip.kickOffAt, now)}</time>
          </p>
        )}
        <div className={styles.text}>
          {plainParagraphs(tip.paragraphs).map((paragraph, position) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs never move, and two may be alike
            <p key={position} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
        <p className={own.note}>{newsText('tips.note')}</p>
        <ShareLink path={tipPath(tip.id)} />
      </article>
    </Panel>
  )
}
