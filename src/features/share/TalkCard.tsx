import type { ReactNode, Ref } from 'react'
import type { AnchorMatch } from '#protocol/endpoints/live.ts'
import { ExportCard } from '#ui/ExportCard.tsx'
import styles from './TalkCard.module.css'

interface TalkCardProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly match: Pick<AnchorMatch, 'anchor' | 'room_info' | 'league'>
  readonly foot: ReactNode
}

/** A talk show on a card: anchor and title. */
export function TalkCard({ ref, match, foot }: TalkCardProps) {
  const { anchor, room_info: room, league } = match
  return (
    <ExportCard {...(ref && { ref })} note={league} foot={foot}>
      <div className={styles.talk}>
        <img className={styles.face} src={anchor.logo_square} alt="" width={64} height={64} />
        <div className={styles.about}>
          <b dir="auto">{room.title}</b>
          <span dir="auto">{anchor.anchor_nick}</span>
        </div>
      </div>
    </ExportCard>
  )
}
