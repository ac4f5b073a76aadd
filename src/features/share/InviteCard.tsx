import type { Ref } from 'react'
import { shareText } from '#messages/zh/share.ts'
import { ExportCard } from '#ui/ExportCard.tsx'
import { Stand } from '#ui/Stand.tsx'
import styles from './InviteCard.module.css'
import { ShareFoot } from './ShareFoot.tsx'

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
