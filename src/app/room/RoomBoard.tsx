import { lazy, Suspense } from 'react'
import type { MatchDetail } from '#state/room-match.ts'
import { rt } from '#lib/text/room.ts'
import { RegionBoundary } from '#ui/RegionBoundary.tsx'

const MatchBoard = lazy(async () => ({ default: (await import('#features/match/MatchBoard.tsx')).MatchBoard }))

/** The board of the match behind its tab: its code is no part of the first load and says for itself when it fails. */
export function RoomBoard({ detail }: { readonly detail: MatchDetail }) {
  return (
    <RegionBoundary name={rt('match.tab.animation')}>
      <Suspense fallback={null}>
        <MatchBoard detail={detail} />
      </Suspense>
    </RegionBoundary>
  )
}
