import type { KeyboardEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { useAtomValue } from 'jotai'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Composer.module.css'
import { ComposerNote } from './ComposerNote.tsx'
import { EmojiButton, EmojiPlace } from './EmojiPlace.tsx'
import { ReplyStrip } from './ReplyStrip.tsx'
import type { ComposerOptions } from './use-composer.ts'
import { useComposer } from './use-composer.ts'

/** The counter shows when half of what fits is written. */
const COUNTER_FROM = CHAT_TEXT_MAX_CHARACTERS / 2

export interface ComposerProps extends Omit<ComposerOptions, 'isClosed'> {
  /** The room has ended: there is nothing to say any more. */
  readonly isClosed?: boolean
  /** Stands in the box's right end, and takes the place of 发送 on a phone while nothing is written. */
  readonly giftButton: ReactNode
}

/** Where a member speaks. Enter sends; what is refused stays in the box, with the reason and until when. */
export function Composer({ chatRoomNo, onSay, isClosed = false, giftButton }: ComposerProps) {
  const desk = useComposer({ chatRoomNo, onSay, isClosed })
  const emojiButton = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const now = useAtomValue(clockAtom)
  const { box, text, length, isTooLong, reply, stop, refusal } = desk
  const waits = stop?.until ? Math.ceil((stop.until - now) / 1_000) : null

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes, its keys choose words. Safari ends the composition first and says 229.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void desk.send()
    } else if (desk.turn(event.key)) event.preventDefault()
  }

  const stopReply = () => {
    desk.stopReply()
    box.current?.focus()
  }

  return (
    <div className={styles.composer}>
      {isChoosing && (
        <EmojiPlace
          isReady={desk.isReady}
          onEmoji={(emoji, isByMouse) => {
            desk.insert(emoji)
            if (isByMouse) box.current?.focus()
          }}
          onSticker={(sticker) => {
            setChoosing(false)
            void desk.sendSticker(sticker)
            // Where nothing hovers the box would bring up a keyboard over the sticker.
            const next = matchMedia('(hover: hover)').matches ? box : emojiButton
            next.current?.focus()
          }}
          onClose={() => {
            setChoosing(false)
            box.current?.focus()
          }}
        />
      )}
      {reply && <ReplyStrip reply={reply} onStop={stopReply} />}
      <ComposerNote stop={stop} refusal={refusal} />
      <div className={styles.row} data-has-text={text !== '' || undefined}>
        <div className={styles.box}>
          <input
            ref={box}
            className={styles.input}
            type="text"
            value={text}
            placeholder={rt('chat.say')}
            aria-label={rt('chat.say')}
            aria-invalid={isTooLong || undefined}
            autoComplete="off"
            enterKeyHint="send"
            onChange={(event) => desk.type(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {length >= COUNTER_FROM && <Counter length={length} isTooLong={isTooLong} />}
          <EmojiButton ref={emojiButton} isOpen={isChoosing} onPress={() => setChoosing(!isChoosing)} />
        </div>
        {giftButton}
        <Button kind="primary" className={styles.send} disabled={!desk.isReady} onClick={() => void desk.send()}>
          {waits !== null && waits < 100 ? rt('chat.sendIn', { seconds: waits }) : rt('chat.send')}
        </Button>
      </div>
    </div>
  )
}

function Counter({ length, isTooLong }: { readonly length: number; readonly isTooLong: boolean }) {
  return (
    <span className={classNames(styles.count, isTooLong && styles.over)}>
      <span className="visually-hidden">{rt('chat.length', { count: length, most: CHAT_TEXT_MAX_CHARACTERS })}</span>
      <span aria-hidden="true">
        {length}/{CHAT_TEXT_MAX_CHARACTERS}
      </span>
    </span>
  )
}
