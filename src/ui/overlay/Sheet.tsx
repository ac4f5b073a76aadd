import { useState } from 'react'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import { useOpenDialog } from './open-dialogs.ts'
import { loadSheet } from './overlays.ts'
import type { SheetProps } from './SheetBody.tsx'

export type { SheetProps } from './SheetBody.tsx'

const SheetBody = lazyWindow<SheetProps>(
  async () => (await loadSheet()).SheetBody,
  ({ onOpenChange }) => onOpenChange(false),
)

/** A bottom sheet on a phone (swipe down closes it), a panel at the right on wider screens. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(props.isOpen)
  useOpenDialog(props.isOpen, () => props.onOpenChange(false))
  if (props.isOpen && !wasOpened) setOpened(true)
  return wasOpened && <SheetBody {...props} />
}
