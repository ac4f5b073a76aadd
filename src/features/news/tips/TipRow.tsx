import { Link } from 'react-router-dom'
import { formatKickoff } from '#lib/format.ts'
import { newsText } from '#messages/zh/news.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { Badge } from '#ui/text/Badge.tsx'
import type { Tip } from '../news-model.ts'
import { tipPath } from '../news-path.ts'
import { plainText } from '#lib/plain-text.ts'
import styles from './TipRow.module.css'

const TONES = { open: 'neutral', right: 'accent', wrong: 'neutral' } as const

interface TipResultProps {
  readonly tip: Pick<Tip, 'result' | 'kickOffAt'>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** The result of a tip: 未开赛, 待定 while its match is in play, 命中 or 未命中. */
export function TipResult({ tip: { result, kickOffAt }, now }: TipResultProps) {
  const isComing = result === 'open' && kickOffAt > now
  return <Badge tone={TONES[result]}>{newsText(isComing ? 'tips.open' : `tips.result.${result}`)}</Badge>
}

interface TipRowProps {
  readonly tip: Tip
  /** Server clock, epoch milliseconds. */
  readonly now: number
  /** False on the expert's page. */
  readonly hasExpert?: boolean
  /** Level of the heading; 2 by default. */
  readonly level?: 2 | 3
}

/** A tip: expert, match, prediction and result. */
export function TipRow({ tip, now, hasExpert = true, level = 2 }: TipRowProps) {
  const Heading = `h${level}` as const
  return (
    <li className={styles.row}>
      {hasExpert && <Avatar id={tip.expertId} src={tip.expertAvatar} size={40} />}
      <div className={styles.text}>
        <p className={styles.meta}>
          {hasExpert && <b dir="auto">{plainText(tip.expertName)}</b>}
          <span dir="auto">{plainText(tip.matchTitle)}</span>
          <span>{formatKickoff(tip.kickOffAt, now)}</span>
        </p>
        <Heading className={styles.title}>
          <Link className={cardLink} to={tipPath(tip.id)}>
            <bdi>{plainText(tip.title)}</bdi>
          </Link>
        </Heading>
        <p className={styles.pick}>
          <span>{newsText('tips.pick')}</span>
          <b dir="auto">{plainText(tip.pick)}</b>
          {(!hasExpert || tip.result !== 'open') && <TipResult tip={tip} now={now} />}
        </p>
      </div>
    </li>
  )
}
