import { Smile } from 'lucide-react'
import type { Ref } from 'react'
import { roomText } from '#messages/zh/room.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useRootAttribute } from '#ui/hooks/use-root-attribute.ts'
import { useClosedByBack } from '#ui/overlay/open-dialogs.ts'
import { lazyPart, type MissedProps, MissingNote } from '#ui/state/lazy-part.tsx'
import type { EmojiPanelProps } from './EmojiPanel.tsx'
import styles from './EmojiPanel.module.css'

/** Has the size of the panel. */
function Waiting() {
  return <div className={styles.panel} data-composer-panel aria-busy="true" />
}

function Missing(missed: MissedProps) {
  return (
    <div className={styles.panel} data-composer-panel>
      <MissingNote {...missed} />
    </div>
  )
}

const EmojiPanel = lazyPart<EmojiPanelProps>(async () => (await import('./EmojiPanel.tsx')).EmojiPanel, {
  Waiting,
  Missing,
})

/** The emoji panel; its code is loaded when it is opened. */
export function LazyEmojiPanel(props: EmojiPanelProps) {
  useRootAttribute('has-composer-panel')
  useClosedByBack(true, props.onClose)
  return <EmojiPanel {...props} />
}

interface EmojiButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isOpen: boolean
  readonly onPress: () => void
}

/** Opens and closes the emoji panel. */
export function EmojiButton({ ref, isOpen, onPress }: EmojiButtonProps) {
  return (
    <IconButton
      ref={ref}
      className={styles.button}
      size="small"
      label={roomText('emoji.button')}
      icon={<Smile size={20} />}
      aria-expanded={isOpen}
      onClick={onPress}
    />
  )
}
