import type { MouseEvent } from 'react'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { FeedLine } from '#ui/FeedLine.tsx'
import styles from './OwnRow.module.css'
import { Speaker } from './Speaker.tsx'
import { Quote, StickerPicture } from './TextRow.tsx'

export interface OwnRowProps {
  readonly item: OutgoingMessage
  readonly onAgain: (cid: string) => void
  readonly onDismiss: (cid: string) => void
}

/** Something this member said that is on its way, or was not taken. */
export function OwnRow({ item, onAgain, onDismiss }: OwnRowProps) {
  const hasFailed = item.state === 'failed'
  const press = (then: (cid: string) => void) => (event: MouseEvent<HTMLElement>) => {
    // The buttons go as soon as one is pressed; the arrow keys go on from the list.
    event.currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    then(item.cid)
  }
  return (
    <FeedLine kind="text" state={item.state} className={classNames(!hasFailed && styles.pending)}>
      {item.reply && <Quote memberName={item.reply.memberName} text={item.reply.text} />}
      <Speaker author={null} isMine />
      {item.sticker === undefined ? <span>{item.text}</span> : <StickerPicture id={item.sticker} alt={item.text} />}
      {hasFailed && (
        <span className={styles.failed}>
          <span title={item.failure?.message}>{rt('chat.failed')}</span>
          {' · '}
          <button type="button" className={styles.again} onClick={press(onAgain)}>
            {rt('chat.again')}
          </button>
          {' · '}
          <button type="button" className={styles.dismiss} onClick={press(onDismiss)}>
            {rt('chat.dismiss')}
          </button>
        </span>
      )}
    </FeedLine>
  )
}
