import type { ReactNode } from 'react'
import { useState } from 'react'
import { lazyWindow } from './lazy-part.tsx'
import { useCountedDialog } from './open-dialogs.ts'
import { loadSheet } from './overlays.ts'

export interface SheetProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  /** One line right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Stays visible while the content scrolls. */
  readonly footer?: ReactNode
}

const SheetBody = lazyWindow<SheetProps>(
  async () => (await loadSheet()).SheetBody,
  ({ onOpenChange }) => onOpenChange(false),
)

/** A bottom sheet on a phone (swipe down closes it), a panel at the right on wider screens. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(props.isOpen)
  useCountedDialog(props.isOpen)
  if (props.isOpen && !wasOpened) setOpened(true)
  return wasOpened && <SheetBody {...props} />
}
