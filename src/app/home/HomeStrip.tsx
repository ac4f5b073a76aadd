import { ht } from '#lib/text/home.ts'
import { LiveStrip } from '#features/live/LiveStrip.tsx'
import { groupMatches, LIVE_KINDS } from '#features/live/match-stage.ts'
import { StripSkeleton } from '#features/live/StripSkeleton.tsx'
import { ErrorLine } from '#ui/ErrorLine.tsx'
import { RegionBoundary } from '#ui/RegionBoundary.tsx'
import type { MatchDesk } from '../use-match-desk.ts'

/** Scores of live matches. Waits for all kinds of matches, so that no cell moves when a later list arrives. */
export function HomeStrip({ desk }: { readonly desk: MatchDesk }) {
  const { lists, everything, now, isLoading, isLate, reload } = desk
  const all = LIVE_KINDS.map((kind) => lists[kind])
  const failure = all.find(({ status }) => status === 'error')?.failure
  const isComing = all.some(({ status }) => status === 'loading')
  if (isComing && !(isLate && everything.length > 0)) return <StripSkeleton />
  if (everything.length === 0 && failure) {
    return <ErrorLine message={ht('strip.failed')} failure={failure} isRetrying={isLoading} onRetry={reload} />
  }
  return (
    <RegionBoundary name={ht('strip.region')} shows="line">
      <LiveStrip matches={groupMatches(everything).inPlay} now={now} />
    </RegionBoundary>
  )
}
