import { useAtomValue, useStore, useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { freshTexts, isTextRemoved, isBlocked } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import styles from './Danmaku.module.css'
import type { DanmakuLine } from './stage.ts'
import { DanmakuStage } from './stage.ts'
import { MessageSquareOff, MessageSquareText, SlidersVertical } from 'lucide-react'
import { danmakuText as text } from '#lib/text/danmaku.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { Popover } from '#ui/Popover.tsx'

const CLASS_NAMES = { line: styles.line ?? '', own: styles.own ?? '' }

interface ChatLine extends DanmakuLine {
  readonly row: FeedRowOf<'text'>
}

function lineOf(row: FeedRowOf<'text'>): ChatLine {
  return { id: row.id, text: row.data.text, isMine: row.isMine, row }
}

/**
 * Chat over the picture. For eyes alone: everything in it is a row of the chat list, so it is hidden from screen readers.
 * A hidden tab discards what comes; nothing is replayed on return,
 * nor what came late.
 */
export function Danmaku() {
  const store = useStore()
  const { danmaku } = useAtomValue(uiPreferencesAtom)
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<DanmakuStage<ChatLine> | null>(null)

  // After the first paint: reading a style before it would have the whole page laid out within this task.
  useEffect(() => {
    const element = root.current
    if (!element) return
    const reduced = matchMedia('(prefers-reduced-motion: reduce)')
    const { fontFamily } = getComputedStyle(element)
    const drawn = new DanmakuStage<ChatLine>(element, store.get(uiPreferencesAtom).danmaku, {
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
      if (after.blocked !== before.blocked) drawn.withdraw((line) => isBlocked(line.row, after.blocked))
      if (after.removals !== before.removals) drawn.withdraw((line) => isTextRemoved(line.row, after.removals))
      if (!document.hidden) drawn.offer(freshTexts(before, after, serverNow()).map(lineOf))
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
    // The observer gives the size without a layout being read here, at once and on every change.
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

/** On and off in the player's bar, and how lines look. */
export function DanmakuControls() {
  const [{ showsDanmaku }, setPreferences] = useAtom(uiPreferencesAtom)
  return (
    <>
      <IconButton
        ground="video"
        icon={showsDanmaku ? <MessageSquareText size={20} /> : <MessageSquareOff size={20} />}
        label={text.on}
        isPressed={showsDanmaku}
        onClick={() => setPreferences({ showsDanmaku: !showsDanmaku })}
      />
      <Popover
        label={text.settings}
        trigger={<IconButton ground="video" icon={<SlidersVertical size={20} />} label={text.settings} />}
      >
        <SettingsForm />
      </Popover>
    </>
  )
}
