import type { KeyboardEvent, ReactNode } from 'react'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { chatTextLength, cleanChatText } from '#protocol/rules/chat-text.ts'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { clockAtom } from '#state/clock.ts'
import type { OwnItem } from '#state/feed-items.ts'
import { factsAtom, roleAtom } from '#state/room.ts'
import { keepDraft, readDraft } from '#state/room-draft.ts'
import { memberAtom } from '#state/session.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Composer.module.css'
import { ComposerNote } from './ComposerNote.tsx'
import { replyAtom } from './reply.ts'
import { ReplyStrip } from './ReplyStrip.tsx'
import { givesTextBack, refusedUntil, whatStops } from './speaking.ts'

/** The counter shows when half of what fits is written. */
const COUNTER_FROM = CHAT_TEXT_MAX_CHARACTERS / 2

export interface ComposerProps {
  readonly chatRoomNo: string
  readonly onSay: (message: Pick<OwnItem, 'text' | 'reply'>) => Promise<Result<unknown>>
  /** The room has ended: there is nothing to say any more. */
  readonly isClosed?: boolean
  /** Stands in the box's right end, and takes the place of 发送 on a phone while nothing is written. */
  readonly giftButton: ReactNode
}

/** Where a member speaks. Enter sends; what is refused stays in the box, with the reason and until when. */
export function Composer({ chatRoomNo, onSay, isClosed = false, giftButton }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(chatRoomNo).text)
  const [reply, setReply] = useAtom(replyAtom)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [lastSaidAt, setLastSaidAt] = useState<number | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const now = useAtomValue(clockAtom)
  const facts = useAtomValue(factsAtom)
  const role = useAtomValue(roleAtom)
  const vipLevel = useAtomValue(memberAtom)?.vipLevel ?? 0

  useEffect(() => keepDraft(chatRoomNo, { text }), [chatRoomNo, text])
  useEffect(() => {
    if (reply !== null) box.current?.focus()
  }, [reply])

  const { setup, mutedUntil, muteReason } = facts ?? NO_FACTS
  const stop = whatStops({ role, vipLevel, setup, mutedUntil, muteReason, refusal, lastSaidAt, isClosed }, now)
  const length = chatTextLength(cleanChatText(text))
  const isTooLong = length > CHAT_TEXT_MAX_CHARACTERS
  const until = refusal && refusedUntil(refusal)
  const isOver = until !== null && until <= now
  const waits = stop?.until ? Math.ceil((stop.until - now) / 1_000) : null

  const send = async () => {
    const words = cleanChatText(text)
    if (words === '') return box.current?.focus()
    if (isTooLong || stop !== null || facts === null) return
    setText('')
    setReply(null)
    setRefusal(null)
    const result = await onSay({ text: words, reply })
    if (result.ok) return setLastSaidAt(now)
    setRefusal(result)
    // The box may hold the next words already: those are not overwritten.
    if (givesTextBack(result)) setText((next) => (next === '' ? words : next))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes, Enter chooses its words. Safari ends the composition first and says 229.
    const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229
    if (event.key !== 'Enter' || isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <div className={styles.composer}>
      {reply && <ReplyStrip reply={reply} onStop={() => setReply(null)} />}
      <ComposerNote stop={stop} refusal={isOver ? null : refusal} />
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
            onChange={(event) => {
              setText(event.target.value)
              if (stop === null) setRefusal(null)
            }}
            onKeyDown={onKeyDown}
          />
          {length >= COUNTER_FROM && (
            <span className={classNames(styles.count, isTooLong && styles.over)}>
              <span className="visually-hidden">
                {rt('chat.length', { count: length, most: CHAT_TEXT_MAX_CHARACTERS })}
              </span>
              <span aria-hidden="true">
                {length}/{CHAT_TEXT_MAX_CHARACTERS}
              </span>
            </span>
          )}
        </div>
        {giftButton}
        <Button
          kind="primary"
          className={styles.send}
          disabled={isTooLong || stop !== null || facts === null}
          onClick={() => void send()}
        >
          {waits !== null && waits < 100 ? rt('chat.sendIn', { seconds: waits }) : rt('chat.send')}
        </Button>
      </div>
    </div>
  )
}

const NO_FACTS = {
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
  mutedUntil: null,
  muteReason: null,
}
