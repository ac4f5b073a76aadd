import { useAtomValue } from 'jotai'
import type { PlayKind } from '#lib/match-clock.ts'
import { isInPlay, playedSeconds } from '#lib/match-clock.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import { clockAtom } from '#state/clock.ts'
import { matchNowAtom } from '#state/room-match.ts'
import { Tooltip } from '#ui/Tooltip.tsx'
import { matchMarks, matchMinutes } from './match-marks.ts'
import styles from './MatchLine.module.css'

/** The match on one line: goals, cards, and where it is now. Hover or press a mark for its minute and name. */
export function MatchLine({ kind }: { readonly kind: PlayKind }) {
  const now = useAtomValue(clockAtom)
  const match = useAtomValue(matchNowAtom)
  const minutes = matchMinutes(kind)
  if (match === null || minutes === null) return null
  const percent = Math.min(100, (playedSeconds(match.clock, now, kind) / 60 / minutes) * 100)
  return (
    <section className={styles.line} aria-label={rt('match.line')}>
      <span aria-hidden="true">{rt('match.start')}</span>
      <div className={styles.bar}>
        <i className={styles.played} style={{ width: `${percent}%` }} />
        <i className={styles.half} />
        {matchMarks(match.events, minutes).map((mark) => (
          <Tooltip key={mark.id} text={rt('match.mark', { minute: mark.minute, text: mark.text })} side="top">
            <button
              type="button"
              className={styles.mark}
              data-look={mark.look}
              data-side={mark.side}
              style={{ left: `${mark.percent}%` }}
              aria-label={rt('match.mark', { minute: mark.minute, text: mark.text })}
            />
          </Tooltip>
        ))}
        {isInPlay(match.clock) && <i className={styles.now} style={{ left: `${percent}%` }} />}
      </div>
      <span aria-hidden="true">{t('match.minuteOnly', { minute: minutes })}</span>
    </section>
  )
}
