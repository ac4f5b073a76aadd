import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { spt } from '#lib/messages/sports.ts'
import { t } from '#lib/messages/common.ts'
import { Badge, LiveBadge } from '#ui/Badge.tsx'
import { cardLink } from '#ui/card-link.ts'
import { Crest } from '#ui/Crest.tsx'
import { ScoreFigure } from '#ui/Score.tsx'
import type { BoardMatch } from './board.ts'
import styles from './BoardRow.module.css'

/** A match: time, teams, score. If there is a room, the whole row is a link. */
export function BoardRow({ match, path }: { readonly match: BoardMatch; readonly path: string | null }) {
  const { league, home, away, homeLogo, awayLogo, stage, clock, score } = match
  const label = t('match.versus', { home, away })
  return (
    <li className={classNames(styles.row, styles[stage], path !== null && styles.pressed)}>
      <span className={styles.when}>
        <b>{clock}</b>
        <span>{league}</span>
      </span>
      <Side name={home} logo={homeLogo} score={score?.home ?? null} rival={score?.away ?? null} isHome />
      <Side name={away} logo={awayLogo} score={score?.away ?? null} rival={score?.home ?? null} />
      <span className={styles.end}>
        {stage === 'live' && <LiveBadge />}
        {stage === 'ended' && <Badge>{t('live.ended')}</Badge>}
        {path !== null && (
          <Link
            className={classNames(styles.link, cardLink)}
            to={path}
            aria-label={stage === 'live' ? spt('enterMatch', { home, away }) : spt('lookMatch', { home, away })}
          >
            {stage === 'live' ? spt('enter') : spt('look')}
          </Link>
        )}
      </span>
      <span className="visually-hidden">{label}</span>
    </li>
  )
}

interface SideProps {
  readonly name: string
  readonly logo: string
  readonly score: number | null
  readonly rival: number | null
  readonly isHome?: boolean
}

function Side({ name, logo, score, rival, isHome = false }: SideProps) {
  const isBehind = score !== null && rival !== null && score < rival
  return (
    <span className={classNames(styles.side, isHome && styles.home, isBehind && styles.behind)}>
      <Crest team={name} src={logo} size={24} />
      <span className={styles.name}>{name}</span>
      <b className={styles.score}>{score === null ? '–' : <ScoreFigure value={score} />}</b>
    </span>
  )
}
