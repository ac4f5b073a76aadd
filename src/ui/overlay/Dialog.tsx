import { useState } from 'react'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import { useOpenDialog } from './open-dialogs.ts'
import { loadDialog } from './overlays.ts'
import type { DialogProps } from './DialogBody.tsx'

export type { DialogProps } from './DialogBody.tsx'

const DialogBody = lazyWindow<DialogProps>(
  async () => (await loadDialog()).DialogBody,
  ({ onOpenChange }) => onOpenChange(false),
)

/** A modal dialog: focus moves in, is trapped, and returns. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.isOpen)
  useOpenDialog(props.isOpen, () => props.onOpenChange(false))
  if (props.isOpen && !wasOpened) setOpened(true)
  return wasOpened && <DialogBody {...props} />
}
