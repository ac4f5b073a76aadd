import type { EntryAuthor } from '#protocol/room/feed.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { RoleBadge, VipBadge } from '#ui/Badge.tsx'
import styles from './Speaker.module.css'

export interface SpeakerProps {
  readonly author: EntryAuthor | null
  readonly isMine: boolean
}

/** Who speaks, before the words: office or VIP level, then the name. One's own name is 我. */
export function Speaker({ author, isMine }: SpeakerProps) {
  if (isMine) return <span className={styles.name}>{`${rt('chat.mine')}：`}</span>
  if (author === null) return null
  const isAnchor = author.role === 'anchor'
  return (
    <>
      {author.role && <RoleBadge of={author.role} />}
      {author.role && ' '}
      {!isAnchor && <VipBadge level={author.vipLevel} />}
      {!isAnchor && author.vipLevel > 0 && ' '}
      <span className={classNames(styles.name, (isAnchor || isHighVip(author.vipLevel)) && styles.bright)}>
        {`${author.memberName}：`}
      </span>
    </>
  )
}
