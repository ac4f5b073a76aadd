import { useAtom, useAtomValue, useStore } from 'jotai'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { chatTextLength, cleanChatText } from '#protocol/rules/chat-text.ts'
import { clockAtom } from '#state/data/clock.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { roomSnapshotAtom, roleAtom } from '#state/feed/feed-atoms.ts'
import { saveDraft, saveRefusedDraft, readDraft } from '#state/room/room-draft.ts'
import type { MessageContent } from '#state/room/room-session.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { serverNow } from '#transport/client.ts'
import { mentionAtom } from './mention.ts'
import { answeredRowAtom, replyAtom } from './reply.ts'
import type { Stop } from './speaking.ts'
import { givesTextBack, NO_RULES, whatStops } from './speaking.ts'
import { useInputHistory } from './use-input-history.ts'
import { useKeptReply } from './use-kept-reply.ts'
import { useRefusal } from './use-refusal.ts'

export interface ComposerOptions {
  readonly chatRoomNo: string
  readonly onSay: (message: MessageContent) => Promise<Result<unknown>>
  readonly isClosed: boolean
}

/** What the composer shows and what its controls do. */
export interface ComposerController {
  readonly box: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly length: number
  readonly isTooLong: boolean
  readonly reply: OutgoingMessage['reply']
  readonly stop: Stop | null
  /** Why the last words were not taken, while that matters. */
  readonly refusal: Failure | null
  /** Whether something may be said now. */
  readonly isReady: boolean
  readonly type: (text: string) => void
  /** Puts something in at the caret. */
  readonly insert: (text: string) => void
  /** Brings an earlier text of this visit; false when the key is the field's own. */
  readonly turn: (key: string) => boolean
  readonly send: () => Promise<void>
  readonly sendSticker: (sticker: { readonly id: string; readonly alt: string }) => Promise<void>
  readonly stopReply: () => void
}

/** Speaking: the text, what stops it, and what becomes of it. What is refused stays in the box. */
export function useComposer({ chatRoomNo, onSay, isClosed }: ComposerOptions): ComposerController {
  const [text, setText] = useState(() => readDraft(chatRoomNo).text)
  const [reply, setReply] = useAtom(replyAtom)
  const store = useStore()
  const [lastSaidAt, setLastSaidAt] = useState<number | null>(null)
  const history = useInputHistory()
  const box = useRef<HTMLInputElement>(null)
  const now = useAtomValue(clockAtom)
  const facts = useAtomValue(roomSnapshotAtom)
  const role = useAtomValue(roleAtom)
  const vipLevel = useAtomValue(memberAtom)?.vipLevel ?? 0
  const { chatMinVipLevel: siteMinVipLevel } = useAtomValue(siteConfigAtom)

  useEffect(() => saveDraft(chatRoomNo, { text }), [chatRoomNo, text])
  const takeChosenAgain = useKeptReply(chatRoomNo)
  useEffect(() => {
    // What a reload has brought back takes the focus from nobody.
    if (reply === null) return
    if (!takeChosenAgain()) box.current?.focus()
  }, [reply, takeChosenAgain])

  const { setup, mutedUntil, muteReason } = facts ?? NO_RULES
  const [refusal, setRefusal] = useRefusal({ setup, mutedUntil }, now)
  const speaker = { role, vipLevel, siteMinVipLevel, lastSaidAt }
  const stop = whatStops({ ...speaker, setup, mutedUntil, muteReason, refusal, isClosed }, now)
  const length = chatTextLength(cleanChatText(text))
  const isTooLong = length > CHAT_TEXT_MAX_CHARACTERS

  const insert = (added: string) => {
    const input = box.current
    const from = input?.selectionStart ?? text.length
    const to = input?.selectionEnd ?? text.length
    const caret = from + added.length
    setText(text.slice(0, from) + added + text.slice(to))
    requestAnimationFrame(() => input?.setSelectionRange(caret, caret))
  }
  useEffect(
    () =>
      store.sub(mentionAtom, () => {
        const name = store.get(mentionAtom)
        if (name === null) return
        store.set(mentionAtom, null)
        // A name ends where a blank follows it.
        setText((before) => `${before}${before === '' || before.endsWith(' ') ? '' : ' '}@${name} `)
        box.current?.focus()
      }),
    [store],
  )

  const say = async (words: MessageContent): Promise<Result<unknown>> => {
    setRefusal(null)
    const result = await onSay(words)
    if (result.ok) setLastSaidAt(serverNow())
    else setRefusal(result)
    return result
  }
  const isFree = stop === null && facts !== null
  const send = async () => {
    const words = cleanChatText(text)
    if (words === '') return box.current?.focus()
    if (isTooLong || !isFree) return
    const answered = store.get(answeredRowAtom)
    const speaker = store.get(memberAtom)?.userId ?? ''
    setText('')
    setReply(null)
    history.keep(words)
    const result = await say({ text: words, reply })
    if (result.ok || !givesTextBack(result)) return
    // What was refused for its words is still an answer, unless what it answers is what is missing.
    const isAnswer = result.code !== CODES.NOT_FOUND
    const isNext = box.current?.value !== '' || store.get(replyAtom) !== null
    if (isAnswer && !isNext) setReply(answered)
    // The box may hold the next words already: those are not overwritten.
    setText((next) => (next === '' ? words : next))
    saveRefusedDraft(chatRoomNo, { memberId: speaker, text: words, replyTo: (isAnswer && reply?.id) || null })
  }

  return {
    box,
    text,
    length,
    isTooLong,
    reply,
    stop,
    refusal,
    isReady: !isTooLong && isFree,
    type(next) {
      setText(next)
      if (stop === null) setRefusal(null)
    },
    insert,
    turn(key) {
      const earlier = history.turn(key, text)
      if (earlier !== null) setText(earlier)
      return earlier !== null
    },
    send,
    async sendSticker({ id, alt }) {
      if (isFree) await say({ text: alt, reply: null, sticker: id })
    },
    stopReply: () => setReply(null),
  }
}
