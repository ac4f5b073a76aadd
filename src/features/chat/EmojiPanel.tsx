import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { STICKERS, type Sticker, stickerPath } from '#protocol/rules/stickers.ts'
import { rt } from '#lib/text/room.ts'
import { TabList, TabPanel, Tabs } from '#ui/Tabs.tsx'
import { EmojiGrid } from './EmojiGrid.tsx'
import styles from './EmojiPanel.module.css'
import { EMOJI_GROUPS, findEmoji } from './emoji.ts'

const RECENT = 16

/** What was used last in this visit, newest first. */
const recentAtom = atom<readonly string[]>([])

export interface EmojiPanelProps {
  /** Whether something may be said now: a sticker is sent at once. */
  readonly isReady: boolean
  readonly onEmoji: (emoji: string, isByMouse: boolean) => void
  readonly onSticker: (sticker: Sticker) => void
  readonly onClose: () => void
}

/** 表情和贴图: emoji go into the words, a sticker is sent by itself. Escape closes. */
export function EmojiPanel({ isReady, onEmoji, onSticker, onClose }: EmojiPanelProps) {
  const [tab, setTab] = useState<'emoji' | 'stickers'>('emoji')
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = panel.current
    element?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close.current()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <section ref={panel} className={styles.panel} tabIndex={-1} data-composer-panel aria-label={rt('emoji.button')}>
      <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
        <TabList
          label={rt('emoji.tabs')}
          items={[
            { value: 'emoji', label: rt('emoji.emoji') },
            { value: 'stickers', label: rt('emoji.stickers') },
          ]}
        />
        <TabPanel value="emoji" className={styles.content}>
          <EmojiChoice onEmoji={onEmoji} />
        </TabPanel>
        <TabPanel value="stickers" className={styles.content}>
          <ul className={styles.stickers}>
            {STICKERS.map((sticker) => (
              <li key={sticker.id}>
                <button
                  type="button"
                  className={styles.sticker}
                  aria-label={rt('emoji.sticker', { alt: sticker.alt })}
                  disabled={!isReady}
                  onClick={() => onSticker(sticker)}
                >
                  <img src={stickerPath(sticker.id) ?? ''} width={56} height={56} alt="" draggable={false} />
                  <span aria-hidden="true">{sticker.alt}</span>
                </button>
              </li>
            ))}
          </ul>
        </TabPanel>
      </Tabs>
    </section>
  )
}

function EmojiChoice({ onEmoji }: Pick<EmojiPanelProps, 'onEmoji'>) {
  const [query, setQuery] = useState('')
  const [recent, setRecent] = useAtom(recentAtom)
  // As it was when the panel opened: nothing moves under the finger.
  const [shownRecent] = useState(recent)
  const take = (emoji: string, isByMouse: boolean) => {
    setRecent((before) => [emoji, ...before.filter((other) => other !== emoji)].slice(0, RECENT))
    onEmoji(emoji, isByMouse)
  }
  const groups =
    query.trim() === ''
      ? [{ key: 'recent' as const, emoji: shownRecent }, ...EMOJI_GROUPS]
      : [{ key: null, emoji: findEmoji(query) }]
  const hasAny = groups.some(({ emoji }) => emoji.length > 0)
  return (
    <>
      <label className={styles.search}>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          value={query}
          placeholder={rt('emoji.search')}
          aria-label={rt('emoji.search')}
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <div className={styles.scroll}>
        {hasAny ? <EmojiGrid groups={groups} onEmoji={take} /> : <p className={styles.none}>{rt('emoji.none')}</p>}
      </div>
    </>
  )
}
