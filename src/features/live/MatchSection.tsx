import { commonText } from '#messages/zh/common.ts'
import { SectionHead } from '#ui/page/SectionHead.tsx'
import { MatchCard } from './MatchCard.tsx'
import styles from './MatchSection.module.css'
import type { MatchSummary } from './match-stage.ts'

export interface MatchSectionProps {
  readonly title: string
  /** False if the heading is shown beside the tabs. */
  readonly isTitleShown?: boolean
  readonly matches: readonly MatchSummary[]
  /** True for cards with a frame of the video. */
  readonly hasCovers?: boolean
  readonly now: number
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
}

/** A heading and its cards. Renders nothing without matches. */
export function MatchSection(props: MatchSectionProps) {
  const { title, isTitleShown = true, matches, hasCovers = false, now, reminders, onReminder } = props
  if (matches.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      {isTitleShown && <SectionHead title={title} note={commonText('live.count', { count: matches.length })} />}
      <div className={styles.cells}>
        <ul className={styles.grid}>
          {matches.map((match) => (
            <MatchCard
              key={match.eid}
              match={match}
              hasCover={hasCovers}
              now={now}
              hasReminder={reminders.has(match.eid)}
              onReminder={onReminder}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}
