import { t } from '#lib/text/t.ts'
import { MatchCard } from './MatchCard.tsx'
import styles from './MatchSection.module.css'
import type { MatchSummary } from './match-stage.ts'

export interface MatchSectionProps {
  readonly title: string
  /** Off where the heading already stands above, beside the tabs. */
  readonly isTitleShown?: boolean
  readonly matches: readonly MatchSummary[]
  readonly now: number
  readonly seats: ReadonlySet<string>
  readonly onSeat: (match: MatchSummary) => void
}

/** A heading and its cards; nothing at all without matches. */
export function MatchSection({ title, isTitleShown = true, matches, now, seats, onSeat }: MatchSectionProps) {
  if (matches.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      {isTitleShown && <SectionTitle title={title} count={matches.length} />}
      <ul className={styles.grid}>
        {matches.map((match) => (
          <MatchCard key={match.eid} match={match} now={now} isSeated={seats.has(match.eid)} onSeat={onSeat} />
        ))}
      </ul>
    </section>
  )
}

export interface SectionTitleProps {
  readonly title: string
  readonly count?: number
}

/** A heading with the mark of the layout, and how many there are at the right. */
export function SectionTitle({ title, count }: SectionTitleProps) {
  return (
    <h2 className={styles.title}>
      {title}
      {count !== undefined && <small>{t('live.count', { count })}</small>}
    </h2>
  )
}
