import type { FollowedListProps } from '#features/follow/FollowedList.tsx'
import type { RecentRoomsProps } from '#features/follow/RecentRooms.tsx'
import { FollowSkeleton } from '#features/follow/FollowSkeleton.tsx'
import { followText } from '#messages/zh/follow.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import { Loading } from '#ui/state/Skeleton.tsx'

function FollowedPlaceholder() {
  return (
    <Panel title={followText('followed.title')}>
      <Loading>
        <FollowSkeleton />
      </Loading>
    </Panel>
  )
}

// Not loaded for visitors.
const FollowedList = lazyPanel<FollowedListProps>(
  async () => (await import('#features/follow/FollowedList.tsx')).FollowedList,
  FollowedPlaceholder,
)
const RecentRooms = lazyPanel<RecentRoomsProps>(
  async () => (await import('#features/follow/RecentRooms.tsx')).RecentRooms,
)

/** 我的关注 of the signed-in member. */
export function HomeFollows(props: FollowedListProps) {
  return (
    <RegionBoundary name={followText('followed.title')} shows="line">
      <FollowedList {...props} />
    </RegionBoundary>
  )
}

/** 最近观看 of the signed-in member. */
export function HomeRooms(props: RecentRoomsProps) {
  return (
    <RegionBoundary name={followText('visit.title')} shows="line">
      <RecentRooms {...props} />
    </RegionBoundary>
  )
}
