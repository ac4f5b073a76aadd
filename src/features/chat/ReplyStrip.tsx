import { X } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './ReplyStrip.module.css'

export interface ReplyStripProps {
  readonly reply: NonNullable<OutgoingMessage['reply']>
  readonly onStop: () => void
}

/** Above the box: whom the next words answer. */
export function ReplyStrip({ reply, onStop }: ReplyStripProps) {
  return (
    <div className={styles.strip}>
      <span>{rt('chat.replying', { name: reply.memberName, text: reply.text })}</span>
      <IconButton size="small" label={rt('chat.stopReply')} icon={<X size={16} />} onClick={onStop} />
    </div>
  )
}
