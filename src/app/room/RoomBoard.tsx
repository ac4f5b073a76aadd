import type { MatchBoardProps } from '#features/match/MatchBoard.tsx'
import { rt } from '#lib/messages/room.ts'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { RegionBoundary } from '#ui/RegionBoundary.tsx'

const MatchBoard = lazyPanel<MatchBoardProps>(async () => (await import('#features/match/MatchBoard.tsx')).MatchBoard)

/** The match board behind its tab. Its code is loaded on demand; it shows its own error. */
export function RoomBoard(props: MatchBoardProps) {
  return (
    <RegionBoundary name={rt('match.tab.animation')}>
      <MatchBoard {...props} />
    </RegionBoundary>
  )
}
