import type { ReactNode } from 'react'
import { useState } from 'react'
import { lazyWindow } from './lazy-part.tsx'
import { useCountedDialog } from './open-dialogs.ts'
import { loadDialog } from './overlays.ts'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  readonly description?: string
  readonly children?: ReactNode
  /** Buttons at the bottom right; the recommended one last. */
  readonly actions?: ReactNode
  /** A question: no close button and no closing by a press outside (Escape cancels). */
  readonly isQuestion?: boolean
  /** A safety check is above all other windows. */
  readonly level?: 'business' | 'safety'
}

const DialogBody = lazyWindow<DialogProps>(
  async () => (await loadDialog()).DialogBody,
  ({ onOpenChange }) => onOpenChange(false),
)

/** A modal dialog: focus moves in, is trapped, and returns. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.isOpen)
  useCountedDialog(props.isOpen)
  if (props.isOpen && !wasOpened) setOpened(true)
  return wasOpened && <DialogBody {...props} />
}
