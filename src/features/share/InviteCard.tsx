import type { Ref, ReactNode } from 'react'
import { shareText } from '#messages/zh/share.ts'
import { ExportCard } from '#ui/art/ExportCard.tsx'
import { Stand } from '#ui/art/Stand.tsx'
import styles from './InviteCard.module.css'
import { ShareFoot } from './ShareFoot.tsx'
import type { AnchorMatch } from '#protocol/endpoints/live.ts'

interface InviteCardProps {
  readonly ref?: Ref<HTMLDivElement>
  /** Name of the inviting member. */
  readonly name: string
  readonly code: string
  readonly link: string
}

/** The poster of the invitation (S1.21). */
export function InviteCard({ ref, name, code, link }: InviteCardProps) {
  return (
    <ExportCard
      {...(ref && { ref })}
      foot={<ShareFoot link={link} note={`${shareText('invite.code')} ${code.toUpperCase()}`} />}
    >
      <p className={styles.headline}>{shareText('invite.headline')}</p>
      <p className={styles.from}>{shareText('invite.from', { name })}</p>
      <div className={styles.stand}>
        <Stand crowd="full" />
      </div>
    </ExportCard>
  )
}

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
