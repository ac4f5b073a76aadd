import { rt } from '#lib/messages/room.ts'
import { serverNow } from '#transport/client.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { Button } from '#ui/Button.tsx'
import { useSavePng } from '#ui/use-save-png.ts'
import styles from './MatchBoard.module.css'
import { ScoreCard } from './ScoreCard.tsx'

/** Saves how the match stands as a picture (S2.21); not offered in talk shows, which have no score. */
export function SaveCard({ detail, match }: { readonly detail: MatchDetail; readonly match: MatchNow }) {
  const { ref, isSaving, save } = useSavePng<HTMLDivElement>()
  const { team1: home, team2: away } = detail.match
  return (
    <div className={styles.save}>
      <Button size="small" isLoading={isSaving} onClick={() => void save(rt('match.cardName', { home, away }))}>
        {rt('match.saveCard')}
      </Button>
      <div className={styles.unseen} aria-hidden="true">
        <ScoreCard ref={ref} detail={detail} match={match} now={serverNow()} />
      </div>
    </div>
  )
}
