import { Smile } from 'lucide-react'
import { lazy, type Ref, Suspense } from 'react'
import { rt } from '#lib/text/room.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useRootMark } from '#ui/use-root-mark.ts'
import type { EmojiPanelProps } from './EmojiPanel.tsx'
import styles from './EmojiPanel.module.css'

const EmojiPanel = lazy(async () => ({ default: (await import('./EmojiPanel.tsx')).EmojiPanel }))

/** Where the panel opens: its size is kept while it is fetched for the first time. */
export function EmojiPlace(props: EmojiPanelProps) {
  useRootMark('has-composer-panel')
  return (
    <Suspense fallback={<div className={styles.panel} data-composer-panel aria-busy="true" />}>
      <EmojiPanel {...props} />
    </Suspense>
  )
}

export interface EmojiButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isOpen: boolean
  readonly onPress: () => void
}

/** In the right end of the box: opens and closes the emoji and stickers above it. */
export function EmojiButton({ ref, isOpen, onPress }: EmojiButtonProps) {
  return (
    <IconButton
      ref={ref}
      className={styles.button}
      size="small"
      label={rt('emoji.button')}
      icon={<Smile size={20} />}
      aria-expanded={isOpen}
      onClick={onPress}
    />
  )
}
