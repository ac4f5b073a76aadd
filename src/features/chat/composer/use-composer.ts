import { useAtom, useAtomValue, useStore } from 'jotai'
import { atom } from 'jotai/vanilla'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import { chatTextLength, cleanChatText } from '#protocol/rules/chat-text.ts'
import { clockAtom } from '#state/data/clock.ts'
import { roleAtom, roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { readDraft, saveDraft, saveRefusedDraft } from '#state/room/room-draft.ts'
import type { MessageContent } from '#state/room/room-session.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { serverNow } from '#transport/client.ts'
import { mentionAtom, replyAtom, replyRowAtom, useStoredReply } from './reply.ts'
import { DEFAULT_RULES, refusedUntil, returnsText, type SendBlock, sendBlock } from './send-rules.ts'

export interface ComposerOptions {
  readonly chatRoomNo: string
  readonly onSay: (message: MessageContent) => Promise<Result<unknown>>
  readonly isClosed: boolean
}

/** State and actions of the composer. */
export interface ComposerController {
  readonly box: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly length: number
  readonly isTooLong: boolean
  readonly reply: OutgoingMessage['reply']
  readonly block: SendBlock | null
  /** Why the last message was refused, while that applies. */
  readonly refusal: Failure | null
  /** A message can be sent now. */
  readonly isReady: boolean
  readonly type: (text: string) => void
  /** Inserts text at the caret. */
  readonly insert: (text: string) => void
  /** Shows an earlier text of this visit. Returns false if the key should have its default effect. */
  readonly browseHistory: (key: string) => boolean
  readonly send: () => Promise<void>
  readonly sendSticker: (sticker: { readonly id: string; readonly alt: string }) => Promise<void>
  readonly cancelReply: () => void
}

/**
 * Text, reply and sending of the composer. The text of a refused message returns to the box.
 */
// oxlint-disable-next-line max-lines-per-function -- the actions share the text and the reply
export function useComposer({ chatRoomNo, onSay, isClosed }: ComposerOptions): ComposerController {
  const [text, setText] = useState(() => readDraft(chatRoomNo).text)
  const [reply, setReply] = useAtom(replyAtom)
  const store = useStore()
  const history = useInputHistory()
  const box = useRef<HTMLInputElement>(null)
  const { block, refusal, setRefusal, isFree, say } = useSending(onSay, isClosed)
  useEffect(() => saveDraft(chatRoomNo, { text }), [chatRoomNo, text])
  useReplyFocus(chatRoomNo, box)
  useMentions(box, setText)
  const length = chatTextLength(cleanChatText(text))
  const isTooLong = length > CHAT_TEXT_MAX_CHARACTERS

  // oxlint-disable-next-line complexity -- each condition is one rule of what returns to the box
  const send = async () => {
    const message = cleanChatText(text)
    if (message === '') return box.current?.focus()
    if (isTooLong || !isFree) return
    const replyRow = store.get(replyRowAtom)
    const memberId = store.get(memberAtom)?.userId ?? ''
    setText('')
    setReply(null)
    history.add(message)
    const result = await say({ text: message, reply })
    if (result.ok || !returnsText(result)) return
    // The reply is restored too, unless its target is what was not found.
    const keepsReply = result.code !== CODES.NOT_FOUND
    const hasNext = box.current?.value !== '' || store.get(replyAtom) !== null
    if (keepsReply && !hasNext) setReply(replyRow)
    // The box may contain the next message, which is not overwritten.
    setText((next) => (next === '' ? message : next))
    saveRefusedDraft(chatRoomNo, { memberId, text: message, replyTo: (keepsReply && reply?.id) || null })
  }

  return {
    box,
    text,
    length,
    isTooLong,
    reply,
    block,
    refusal,
    isReady: !isTooLong && isFree,
    type(next) {
      setText(next)
      if (block === null) setRefusal(null)
    },
    insert(added) {
      const input = box.current
      const from = input?.selectionStart ?? text.length
      const to = input?.selectionEnd ?? text.length
      const caret = from + added.length
      setText(text.slice(0, from) + added + text.slice(to))
      requestAnimationFrame(() => input?.setSelectionRange(caret, caret))
    },
    browseHistory(key) {
      const earlier = history.browse(key, text)
      if (earlier !== null) setText(earlier)
      return earlier !== null
    },
    send,
    async sendSticker({ id, alt }) {
      if (isFree) await say({ text: alt, reply: null, sticker: id })
    },
    cancelReply: () => setReply(null),
  }
}

/** Sending, what blocks it, and the last refusal. */
function useSending(onSay: ComposerOptions['onSay'], isClosed: boolean) {
  const [lastSentAt, setLastSentAt] = useState<number | null>(null)
  const now = useAtomValue(clockAtom)
  const snapshot = useAtomValue(roomSnapshotAtom)
  const role = useAtomValue(roleAtom)
  const vipLevel = useAtomValue(memberAtom)?.vipLevel ?? 0
  const { chatMinVipLevel: siteMinVipLevel } = useAtomValue(siteConfigAtom)
  const { setup, mutedUntil, muteReason } = snapshot ?? DEFAULT_RULES
  const [refusal, setRefusal] = useRefusal({ setup, mutedUntil }, now)
  const sender = { role, vipLevel, siteMinVipLevel, lastSentAt }
  const block = sendBlock({ ...sender, setup, mutedUntil, muteReason, refusal, isClosed }, now)
  const say = async (message: MessageContent): Promise<Result<unknown>> => {
    setRefusal(null)
    const result = await onSay(message)
    if (result.ok) setLastSentAt(serverNow())
    else setRefusal(result)
    return result
  }
  return { block, refusal, setRefusal, isFree: block === null && snapshot !== null, say }
}

/** The rules that a message was refused under. */
interface Rules {
  readonly setup: RoomSetup
  readonly mutedUntil: number | null
}

/** The last refusal, until it expires or the rules change. */
function useRefusal({ setup, mutedUntil }: Rules, now: number) {
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [known, setKnown] = useState({ setup, mutedUntil })
  if (known.setup !== setup || known.mutedUntil !== mutedUntil) {
    setKnown({ setup, mutedUntil })
    setRefusal(null)
  }
  const until = refusal && refusedUntil(refusal)
  const hasExpired = until !== null && until <= now
  return [hasExpired ? null : refusal, setRefusal] as const
}

/** Focuses the box when a reply target is chosen, but not when one is restored after a reload. */
function useReplyFocus(chatRoomNo: string, box: RefObject<HTMLInputElement | null>): void {
  const reply = useAtomValue(replyAtom)
  const takeIsRestored = useStoredReply(chatRoomNo)
  useEffect(() => {
    if (reply === null) return
    if (!takeIsRestored()) box.current?.focus()
  }, [reply, takeIsRestored, box])
}

/** Inserts mentions at the end of the text. */
function useMentions(box: RefObject<HTMLInputElement | null>, setText: Dispatch<SetStateAction<string>>): void {
  const store = useStore()
  useEffect(
    () =>
      store.sub(mentionAtom, () => {
        const name = store.get(mentionAtom)
        if (name === null) return
        store.set(mentionAtom, null)
        // A space ends the name.
        setText((before) => `${before}${before === '' || before.endsWith(' ') ? '' : ' '}@${name} `)
        // The menu of the row keeps the focus until it has closed.
        setTimeout(() => box.current?.focus())
      }),
    [store, box, setText],
  )
}

/** Sent texts that are remembered, in memory only. */
const MAX_HISTORY = 30

/** Sent texts and their author. The next member of the page does not get them. */
const historyAtom = atom<{ readonly userId: string | null; readonly texts: readonly string[] }>({
  userId: null,
  texts: [],
})

/** The member's sent texts of this visit, browsed with the arrow keys, newest first. */
function useInputHistory() {
  const [stored, setStored] = useAtom(historyAtom)
  const userId = useAtomValue(memberAtom)?.userId ?? null
  const texts = stored.userId === userId ? stored.texts : []
  /** Index of the shown text, counted from the newest; null = none. */
  const [index, setIndex] = useState<number | null>(null)
  return {
    add(text: string): void {
      setIndex(null)
      setStored({ userId, texts: [...texts.filter((other) => other !== text), text].slice(-MAX_HISTORY) })
    },
    /**
     * Returns the text for an arrow key, or null if the key should have its default effect. Browsing starts in an empty
     * box and continues while the shown text is unchanged.
     */
    browse(key: string, text: string): string | null {
      const isUp = key === 'ArrowUp'
      if (!isUp && key !== 'ArrowDown') return null
      const isShown = index !== null && text === texts.at(-1 - index)
      if (!isShown && text !== '') return null
      const next = (isShown ? index : -1) + (isUp ? 1 : -1)
      if (next >= texts.length || (next < 0 && !isShown)) return null
      setIndex(next < 0 ? null : next)
      return next < 0 ? '' : (texts.at(-1 - next) ?? '')
    },
  }
}
