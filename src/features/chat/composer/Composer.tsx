import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { classNames } from '#lib/class-names.ts'
import { roomText } from '#messages/zh/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useRootAttribute } from '#ui/hooks/use-root-attribute.ts'
import styles from './Composer.module.css'
import { EmojiButton, LazyEmojiPanel } from './EmojiButton.tsx'
import { type ComposerController, type ComposerOptions, useComposer } from './use-composer.ts'

/** The counter is shown from half of the maximum length. */
const COUNTER_FROM = CHAT_TEXT_MAX_CHARACTERS / 2

interface ComposerProps extends Omit<ComposerOptions, 'isClosed'> {
  /** The room has ended, or chat is disabled. */
  readonly isClosed?: boolean
  /** Next to the box. On a phone it replaces 发送 while the box is empty. */
  readonly giftButton: ReactNode
}

/** The message box of a member. Enter sends; a refused message stays in the box, with the reason. */
export function Composer({ chatRoomNo, onSay, isClosed = false, giftButton }: ComposerProps) {
  const composer = useComposer({ chatRoomNo, onSay, isClosed })
  const emojiButton = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { box, text, reply } = composer
  // On a touch screen, focusing the box would open a keyboard.
  const focusAfterPanel = () => (matchMedia('(hover: hover)').matches ? box : emojiButton).current?.focus()
  return (
    <div className={styles.composer}>
      {isChoosing && (
        <LazyEmojiPanel
          isReady={composer.isReady}
          onEmoji={(emoji, isByMouse) => {
            composer.insert(emoji)
            if (isByMouse) box.current?.focus()
          }}
          onSticker={(sticker) => {
            setChoosing(false)
            void composer.sendSticker(sticker)
            focusAfterPanel()
          }}
          onClose={() => {
            setChoosing(false)
            focusAfterPanel()
          }}
        />
      )}
      {reply && (
        <ReplyTarget
          reply={reply}
          onCancel={() => {
            composer.cancelReply()
            box.current?.focus()
          }}
        />
      )}
      <ComposerNote composer={composer} />
      <div className={styles.row} data-has-text={text !== '' || undefined}>
        <MessageBox composer={composer}>
          <EmojiButton ref={emojiButton} isOpen={isChoosing} onPress={() => setChoosing(!isChoosing)} />
        </MessageBox>
        {giftButton}
        <SendButton composer={composer} />
      </div>
    </div>
  )
}

interface PartProps {
  readonly composer: ComposerController
}

function MessageBox({ composer, children }: PartProps & { readonly children: ReactNode }) {
  const { box, text, length, isTooLong } = composer
  useRootAttribute('has-composer')
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys of an input method. Safari ends the composition first and reports 229.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void composer.send()
    } else if (composer.browseHistory(event.key)) event.preventDefault()
  }
  return (
    <div className={styles.box}>
      <input
        ref={box}
        id="composer"
        className={styles.input}
        type="text"
        dir="auto"
        value={text}
        placeholder={roomText('chat.say')}
        aria-label={roomText('chat.say')}
        aria-invalid={isTooLong || undefined}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {length >= COUNTER_FROM && (
        <span className={classNames(styles.count, isTooLong && styles.over)}>
          <span className="visually-hidden">
            {roomText('chat.length', { count: length, most: CHAT_TEXT_MAX_CHARACTERS })}
          </span>
          <span aria-hidden="true">
            {length}/{CHAT_TEXT_MAX_CHARACTERS}
          </span>
        </span>
      )}
      {children}
    </div>
  )
}

function SendButton({ composer: { block, isReady, send } }: PartProps) {
  const now = useAtomValue(clockAtom)
  const seconds = block?.until ? Math.ceil((block.until - now) / 1_000) : null
  return (
    <Button kind="primary" className={styles.send} disabled={!isReady} onClick={() => void send()}>
      {seconds !== null && seconds < 100 ? roomText('chat.sendIn', { seconds }) : roomText('chat.send')}
    </Button>
  )
}

/** Why nothing can be sent, or why the last message was refused. The countdown is not announced to screen readers. */
function ComposerNote({ composer: { block, refusal } }: PartProps) {
  return (
    <output className={styles.note} data-tone={refusal && !block ? 'danger' : 'quiet'}>
      {block?.reason ?? refusal?.message}
      {block?.remaining && <span aria-hidden="true">{block.remaining}</span>}
    </output>
  )
}

interface ReplyTargetProps {
  readonly reply: NonNullable<OutgoingMessage['reply']>
  readonly onCancel: () => void
}

/** The message that the next message replies to. */
function ReplyTarget({ reply, onCancel }: ReplyTargetProps) {
  return (
    <div className={styles.reply}>
      <span>{roomText('chat.replying', { name: reply.memberName, text: reply.text })}</span>
      <IconButton size="small" label={roomText('chat.stopReply')} icon={<X size={16} />} onClick={onCancel} />
    </div>
  )
}

interface SignInToChatProps {
  /** The sign-in page, with the page to return to. */
  readonly to: string
  readonly giftButton: ReactNode
}

/** Replaces the composer for visitors, who can only read (S6.2). */
export function SignInToChat({ to, giftButton }: SignInToChatProps) {
  return (
    <div className={styles.composer}>
      <div className={styles.row}>
        <Link className={buttonClass({ kind: 'outline', isWide: true })} style={{ flex: 1, height: 40 }} to={to}>
          {roomText('chat.signIn')}
        </Link>
        {giftButton}
      </div>
    </div>
  )
}
