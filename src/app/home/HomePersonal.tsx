import { lazy, Suspense } from 'react'
import type { FollowedSeatsProps } from '#features/follow/FollowedSeats.tsx'
import type { RecentRoomsProps } from '#features/follow/RecentRooms.tsx'
import { SeatsSkeleton } from '#features/follow/SeatsSkeleton.tsx'
import { ft } from '#lib/text/follow.ts'
import { Panel } from '#ui/Panel.tsx'
import { RegionBoundary } from '#ui/RegionBoundary.tsx'
import { Loading } from '#ui/Skeleton.tsx'

// Visitors have no use for them.
const FollowedSeats = lazy(async () => ({
  default: (await import('#features/follow/FollowedSeats.tsx')).FollowedSeats,
}))
const RecentRooms = lazy(async () => ({ default: (await import('#features/follow/RecentRooms.tsx')).RecentRooms }))

/** 老座位 of whoever is signed in. */
export function HomeSeats(props: FollowedSeatsProps) {
  const loading = (
    <Panel title={ft('seats.title')}>
      <Loading>
        <SeatsSkeleton />
      </Loading>
    </Panel>
  )
  return (
    <RegionBoundary name={ft('seats.title')} shows="line">
      <Suspense fallback={loading}>
        <FollowedSeats {...props} />
      </Suspense>
    </RegionBoundary>
  )
}

/** 最近坐过 of whoever is signed in. */
export function HomeRooms(props: RecentRoomsProps) {
  return (
    <RegionBoundary name={ft('visit.title')} shows="line">
      <Suspense fallback={null}>
        <RecentRooms {...props} />
      </Suspense>
    </RegionBoundary>
  )
}
