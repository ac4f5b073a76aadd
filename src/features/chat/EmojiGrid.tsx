import type { KeyboardEvent, MouseEvent } from 'react'
import { useRef } from 'react'
import { rt } from '#lib/text/room.ts'
import styles from './EmojiPanel.module.css'
import { type EmojiGroupKey, emojiName } from './emoji.ts'

export interface EmojiGridProps {
  readonly groups: readonly { readonly key: EmojiGroupKey | 'recent' | null; readonly emoji: readonly string[] }[]
  readonly onEmoji: (emoji: string, isByMouse: boolean) => void
}

/** Emoji under their headings: one stop of the Tab key, the arrow keys move among them. */
export function EmojiGrid({ groups, onEmoji }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const buttons = () => [...(grid.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]

  function focus(button: HTMLButtonElement | undefined): void {
    if (!button) return
    for (const other of buttons()) other.tabIndex = other === button ? 0 : -1
    button.focus()
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const all = buttons()
    const at = all.findIndex((button) => button === document.activeElement)
    const step = stepOf(event.key, all, at)
    if (at < 0 || step === null) return
    event.preventDefault()
    focus(all[Math.max(0, Math.min(all.length - 1, at + step))])
  }

  const first = groups.find(({ emoji }) => emoji.length > 0)
  return (
    // The buttons take the keys; the grid only hears them pass.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={grid} onKeyDown={onKeyDown}>
      {groups.map(({ key, emoji }) => {
        if (emoji.length === 0) return null
        const title = key === null ? null : rt(`emoji.${key}`)
        return (
          <fieldset key={key ?? 'found'} className={styles.group} aria-label={title ?? rt('emoji.emoji')}>
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

/** How far an arrow goes; a row is as long as the buttons that stand at one height. */
function stepOf(key: string, all: readonly HTMLElement[], at: number): number | null {
  if (key === 'ArrowRight') return 1
  if (key === 'ArrowLeft') return -1
  if (key === 'Home') return -at
  if (key === 'End') return all.length - 1 - at
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const top = all[at]?.offsetTop ?? 0
  const left = all[at]?.offsetLeft ?? 0
  const isBeyond = ({ offsetTop }: HTMLElement) => (key === 'ArrowDown' ? offsetTop > top : offsetTop < top)
  const nextTop = (key === 'ArrowDown' ? all.find(isBeyond) : all.findLast(isBeyond))?.offsetTop
  if (nextTop === undefined) return 0
  const row = all.flatMap((button, index) => (button.offsetTop === nextTop ? [{ index, left: button.offsetLeft }] : []))
  const nearest = row.toSorted((one, other) => Math.abs(one.left - left) - Math.abs(other.left - left))[0]
  return (nearest?.index ?? at) - at
}
