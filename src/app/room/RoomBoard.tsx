import type { MatchBoardProps } from '#features/match/MatchBoard.tsx'
import { rt } from '#lib/text/room.ts'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { RegionBoundary } from '#ui/RegionBoundary.tsx'

const MatchBoard = lazyPanel<MatchBoardProps>(async () => (await import('#features/match/MatchBoard.tsx')).MatchBoard)

/** The board of the match behind its tab: its code is no part of the first load and says for itself when it fails. */
export function RoomBoard(props: MatchBoardProps) {
  return (
    <RegionBoundary name={rt('match.tab.animation')}>
      <MatchBoard {...props} />
    </RegionBoundary>
  )
}
