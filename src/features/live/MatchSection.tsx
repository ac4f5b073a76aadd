import { t } from '#lib/messages/common.ts'
import { SectionHead } from '#ui/SectionHead.tsx'
import { MatchCard } from './MatchCard.tsx'
import styles from './MatchSection.module.css'
import type { MatchSummary } from './match-stage.ts'

export interface MatchSectionProps {
  readonly title: string
  /** False if the heading is shown beside the tabs. */
  readonly isTitleShown?: boolean
  readonly matches: readonly MatchSummary[]
  readonly now: number
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
}

/** A heading and its cards. Renders nothing without matches. */
export function MatchSection({ title, isTitleShown = true, matches, now, reminders, onReminder }: MatchSectionProps) {
  if (matches.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      {isTitleShown && <SectionHead title={title} note={t('live.count', { count: matches.length })} />}
      <ul className={styles.grid}>
        {matches.map((match) => (
          <MatchCard
            key={match.eid}
            match={match}
            now={now}
            hasReminder={reminders.has(match.eid)}
            onReminder={onReminder}
          />
        ))}
      </ul>
    </section>
  )
}
