import { EntryEffects } from './EntryEffects.tsx'
import { GiftEffects } from './GiftEffects.tsx'
import { SiteBanners } from './SiteBanners.tsx'

export interface RoomEffectsProps {
  /** The open room. */
  readonly chatRoomNo: string
}

/** Effects over the video: gifts, entrances and banners of the site. */
export function RoomEffects({ chatRoomNo }: RoomEffectsProps) {
  return (
    <>
      <GiftEffects />
      <EntryEffects />
      <SiteBanners chatRoomNo={chatRoomNo} />
    </>
  )
}
