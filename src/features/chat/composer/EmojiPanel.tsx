import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { Search } from 'lucide-react'
import type { KeyboardEvent as ReactKeyboardEvent, MouseEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Sticker, stickerPath, STICKERS } from '#protocol/rules/stickers.ts'
import { roomText } from '#messages/zh/room.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import styles from './EmojiPanel.module.css'

const MAX_RECENT = 16

/** Recently used emoji of this visit, newest first. */
const recentAtom = atom<readonly string[]>([])

export interface EmojiPanelProps {
  /** A message can be sent now. Stickers are sent on press. */
  readonly isReady: boolean
  readonly onEmoji: (emoji: string, isByMouse: boolean) => void
  readonly onSticker: (sticker: Sticker) => void
  readonly onClose: () => void
}

/** 表情和贴图: emoji are inserted into the text, a sticker is sent as a message. Escape closes the panel. */
export function EmojiPanel({ isReady, onEmoji, onSticker, onClose }: EmojiPanelProps) {
  const [tab, setTab] = useState<'emoji' | 'stickers'>('emoji')
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = panel.current
    element?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <section
      ref={panel}
      className={styles.panel}
      tabIndex={-1}
      data-composer-panel
      aria-label={roomText('emoji.button')}
    >
      <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
        <TabList
          label={roomText('emoji.tabs')}
          items={[
            { value: 'emoji', label: roomText('emoji.emoji') },
            { value: 'stickers', label: roomText('emoji.stickers') },
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
                  aria-label={roomText('emoji.sticker', { alt: sticker.alt })}
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
  // Fixed while the panel is open, so that nothing moves under the pointer.
  const [shownRecent] = useState(recent)
  const choose = (emoji: string, isByMouse: boolean) => {
    setRecent((before) => [emoji, ...before.filter((other) => other !== emoji)].slice(0, MAX_RECENT))
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
          placeholder={roomText('emoji.search')}
          aria-label={roomText('emoji.search')}
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <div className={styles.scroll}>
        {hasAny ? (
          <EmojiGrid groups={groups} onEmoji={choose} />
        ) : (
          <p className={styles.none}>{roomText('emoji.none')}</p>
        )}
      </div>
    </>
  )
}

interface EmojiGridProps {
  readonly groups: readonly { readonly key: EmojiGroupKey | 'recent' | null; readonly emoji: readonly string[] }[]
  readonly onEmoji: (emoji: string, isByMouse: boolean) => void
}

/** Emoji in groups. It has one tab stop; the arrow keys move within it. */
function EmojiGrid({ groups, onEmoji }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const buttons = () => [...(grid.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]

  function focus(button: HTMLButtonElement | undefined): void {
    if (!button) return
    for (const other of buttons()) other.tabIndex = other === button ? 0 : -1
    button.focus()
  }
  function onKeyDown(event: ReactKeyboardEvent<HTMLDivElement>): void {
    const all = buttons()
    const at = all.findIndex((button) => button === document.activeElement)
    const step = stepOf(event.key, all, at)
    if (at < 0 || step === null) return
    event.preventDefault()
    focus(all[Math.max(0, Math.min(all.length - 1, at + step))])
  }

  const first = groups.find(({ emoji }) => emoji.length > 0)
  return (
    // The buttons have the focus; the grid handles their keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={grid} onKeyDown={onKeyDown}>
      {groups.map(({ key, emoji }) => {
        if (emoji.length === 0) return null
        const title = key === null ? null : roomText(`emoji.${key}`)
        return (
          <fieldset key={key ?? 'found'} aria-label={title ?? roomText('emoji.emoji')}>
            {title !== null && (
              <div className={styles.title} aria-hidden="true">
                {title}
              </div>
            )}
            <div className={styles.grid}>
              {emoji.map((one) => {
                const isFirst = first?.key === key && first.emoji[0] === one
                return (
                  <button
                    key={one}
                    type="button"
                    className={styles.emoji}
                    tabIndex={isFirst ? 0 : -1}
                    aria-label={emojiName(one)}
                    title={emojiName(one)}
                    onClick={(event: MouseEvent) =>
                      onEmoji(one, event.detail > 0 && matchMedia('(hover: hover)').matches)
                    }
                  >
                    {one}
                  </button>
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** Returns the index change for a key. Buttons with the same offset form a row. */
function stepOf(key: string, all: readonly HTMLElement[], at: number): number | null {
  if (key === 'ArrowRight') return 1
  if (key === 'ArrowLeft') return -1
  if (key === 'Home') return -at
  if (key === 'End') return all.length - 1 - at
  const current = all[at]
  if (current === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return null
  return nearestInNextRow(all, current, key === 'ArrowDown') - at
}

/** Index of the button in the row below or above that is nearest to the current one; its own index if there is none. */
function nearestInNextRow(all: readonly HTMLElement[], current: HTMLElement, isDown: boolean): number {
  const at = all.indexOf(current)
  const { offsetTop: top, offsetLeft: left } = current
  const isBeyond = ({ offsetTop }: HTMLElement) => (isDown ? offsetTop > top : offsetTop < top)
  const nextTop = (isDown ? all.find(isBeyond) : all.findLast(isBeyond))?.offsetTop
  if (nextTop === undefined) return at
  const row = all.flatMap((button, index) => (button.offsetTop === nextTop ? [{ index, left: button.offsetLeft }] : []))
  const nearest = row.toSorted((one, other) => Math.abs(one.left - left) - Math.abs(other.left - left))[0]
  return nearest?.index ?? at
}

import tables from './emoji.json' with { type: 'json' }

type EmojiGroupKey = keyof typeof tables

interface EmojiGroup {
  readonly key: EmojiGroupKey
  readonly emoji: readonly string[]
}

/** Keywords by emoji; the first is its name. */
const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(tables)
    .flat()
    .map((entry) => entry.split(' '))
    .map(([emoji = '', ...keywords]) => [emoji, keywords]),
)

/** The emoji of the panel, in groups. */
export const EMOJI_GROUPS: readonly EmojiGroup[] = (['faces', 'hands', 'match', 'things'] as const).map((key) => ({
  key,
  emoji: tables[key].map((entry) => entry.split(' ')[0] ?? ''),
}))

/** Returns the name of an emoji; an unknown one is returned unchanged. */
export function emojiName(emoji: string): string {
  return KEYWORDS.get(emoji)?.[0] ?? emoji
}

/** Returns the emoji for a Chinese keyword: exact matches first, then partial ones. */
export function findEmoji(query: string): readonly string[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  const found = [...KEYWORDS].filter(
    ([emoji, keywords]) => emoji === wanted || keywords.some((keyword) => keyword.includes(wanted)),
  )
  const isExact = ([, keywords]: readonly [string, readonly string[]]) => keywords.includes(wanted)
  return [...found.filter(isExact), ...found.filter((entry) => !isExact(entry))].map(([emoji]) => emoji)
}
