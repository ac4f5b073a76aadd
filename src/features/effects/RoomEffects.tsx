import { EntryEffects } from './EntryEffects.tsx'
import { GiftEffects } from './GiftEffects.tsx'
import { SiteBanners } from './SiteBanners.tsx'

export interface RoomShowsProps {
  /** The room that is open. */
  readonly chatRoomNo: string
}

/** Everything that appears over the picture for a moment, besides danmaku. */
export function RoomShows({ chatRoomNo }: RoomShowsProps) {
  return (
    <>
      <GiftEffects />
      <EntryEffects />
      <SiteBanners chatRoomNo={chatRoomNo} />
    </>
  )
}
