import type { EntryAuthor } from '#protocol/room/feed.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { roleMark, vipMark } from '#ui/Badge.tsx'
import type { LinePart } from '#ui/line-parts.ts'
import { LineParts } from '#ui/LineParts.tsx'
import styles from './Speaker.module.css'

export interface SpeakerProps {
  readonly author: EntryAuthor | null
  readonly isMine: boolean
}

/** Who speaks, before the words: office or VIP level, then the name. One's own name is 我. */
export function speakerParts({ author, isMine }: SpeakerProps): readonly LinePart[] {
  if (isMine) return [{ text: `${rt('chat.mine')}：`, className: styles.name }]
  if (author === null) return []
  const isAnchor = author.role === 'anchor'
  const isBright = isAnchor || isHighVip(author.vipLevel)
  const marks = [author.role ? roleMark(author.role) : null, isAnchor ? null : vipMark(author.vipLevel)]
  return [
    ...marks.flatMap((mark) => (mark === null ? [] : [mark, ' '])),
    { text: `${author.memberName}：`, className: classNames(styles.name, isBright && styles.bright) },
  ]
}

/** {@link speakerParts} beside other elements. */
export function Speaker(props: SpeakerProps) {
  return <LineParts parts={speakerParts(props)} />
}
