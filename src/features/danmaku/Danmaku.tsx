import { useAtomValue, useStore, useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { isTextRemoved } from '#state/feed/apply-batch.ts'
import { isBlocked, newTexts } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import styles from './Danmaku.module.css'
import { type DanmakuMessage, DanmakuStage } from './stage.ts'
import { MessageSquareOff, MessageSquareText, SlidersVertical } from 'lucide-react'
import { roomText } from '#messages/zh/room.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'

const CLASS_NAMES = { message: styles.message ?? '', own: styles.own ?? '' }

interface ChatMessage extends DanmakuMessage {
  readonly row: FeedRowOf<'text'>
}

function messageOf(row: FeedRowOf<'text'>): ChatMessage {
  return { id: row.id, text: row.data.text, isMine: row.isMine, row }
}

/**
 * Chat messages over the video. Hidden from screen readers, because every message is also a row of the chat list. A hidden
 * tab discards messages; nothing is replayed on return.
 */
export function Danmaku() {
  const store = useStore()
  const { danmaku } = useAtomValue(uiPreferencesAtom)
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<DanmakuStage<ChatMessage> | null>(null)

  // In an effect, after the first paint: reading a style earlier would force a layout of the whole page.
  useEffect(() => {
    const element = root.current
    if (!element) return
    const reduced = matchMedia('(prefers-reduced-motion: reduce)')
    const { fontFamily } = getComputedStyle(element)
    const drawn = new DanmakuStage<ChatMessage>(element, store.get(uiPreferencesAtom).danmaku, {
      classNames: CLASS_NAMES,
      fontFamily,
      isStill: () => reduced.matches,
    })
    stage.current = drawn
    const onVisibility = () => {
      if (document.hidden) drawn.clear()
    }
    document.addEventListener('visibilitychange', onVisibility)
    let before = store.get(feedAtom)
    const stop = store.sub(feedAtom, () => {
      const after = store.get(feedAtom)
      if (after.chatRoomNo !== before.chatRoomNo) drawn.clear()
      if (after.blocked !== before.blocked) drawn.remove(({ row }) => isBlocked(row, after.blocked))
      if (after.removals !== before.removals) drawn.remove(({ row }) => isTextRemoved(row, after.removals))
      if (!document.hidden) drawn.add(newTexts(before, after, serverNow()).map(messageOf))
      before = after
    })
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisibility)
      drawn.clear()
      stage.current = null
    }
  }, [store])

  useEffect(() => {
    const element = root.current
    if (!element) return
    // The observer reports the size at once and on every change, without forcing a layout.
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      stage.current?.configure(danmaku, { width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [danmaku])

  return <div ref={root} className={styles.stage} data-danmaku aria-hidden="true" />
}

const SettingsForm = lazyPanel(async () => (await import('./DanmakuSettingsForm.tsx')).DanmakuSettingsForm)

/** The danmaku switch and its settings, in the player's bar. */
export function DanmakuControls() {
  const [{ showsDanmaku }, setPreferences] = useAtom(uiPreferencesAtom)
  return (
    <>
      <IconButton
        ground="video"
        icon={showsDanmaku ? <MessageSquareText size={20} /> : <MessageSquareOff size={20} />}
        label={roomText('danmaku.on')}
        isPressed={showsDanmaku}
        onClick={() => setPreferences({ showsDanmaku: !showsDanmaku })}
      />
      <Popover
        label={roomText('danmaku.settings')}
        trigger={
          <IconButton ground="video" icon={<SlidersVertical size={20} />} label={roomText('danmaku.settings')} />
        }
      >
        <SettingsForm />
      </Popover>
    </>
  )
}
