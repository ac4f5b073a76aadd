import type { FollowedSeatsProps } from '#features/follow/FollowedSeats.tsx'
import type { RecentRoomsProps } from '#features/follow/RecentRooms.tsx'
import { SeatsSkeleton } from '#features/follow/SeatsSkeleton.tsx'
import { ft } from '#lib/messages/follow.ts'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RegionBoundary } from '#ui/RegionBoundary.tsx'
import { Loading } from '#ui/Skeleton.tsx'

function WaitingSeats() {
  return (
    <Panel title={ft('seats.title')}>
      <Loading>
        <SeatsSkeleton />
      </Loading>
    </Panel>
  )
}

// Not loaded for visitors.
const FollowedSeats = lazyPanel<FollowedSeatsProps>(
  async () => (await import('#features/follow/FollowedSeats.tsx')).FollowedSeats,
  WaitingSeats,
)
const RecentRooms = lazyPanel<RecentRoomsProps>(
  async () => (await import('#features/follow/RecentRooms.tsx')).RecentRooms,
)

/** 老座位 of the signed-in member. */
export function HomeSeats(props: FollowedSeatsProps) {
  return (
    <RegionBoundary name={ft('seats.title')} shows="line">
      <FollowedSeats {...props} />
    </RegionBoundary>
  )
}

/** 最近坐过 of the signed-in member. */
export function HomeRooms(props: RecentRoomsProps) {
  return (
    <RegionBoundary name={ft('visit.title')} shows="line">
      <RecentRooms {...props} />
    </RegionBoundary>
  )
}
