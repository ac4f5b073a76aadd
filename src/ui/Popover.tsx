import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { cloneElement, lazy, Suspense, useState } from 'react'
import { both } from './both.ts'
import { loadPopover } from './overlays.ts'

interface PopoverTrigger {
  readonly 'aria-haspopup'?: 'dialog'
  readonly 'aria-expanded'?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<PopoverTrigger>
  /** Names the window for those who do not see it. */
  readonly label: string
  readonly side?: 'top' | 'bottom'
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly children: ReactNode
}

const PopoverPopup = lazy(async () => ({ default: (await loadPopover()).PopoverPopup }))

/** A small window beside the button that opens it; Escape and a press elsewhere close it. */
export function Popover(props: PopoverProps) {
  const [isWanted, setWanted] = useState(false)
  const { trigger } = props
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: both(trigger.props.onClick, () => {
      setWanted(true)
      props.onOpenChange?.(true)
    }),
  })
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <PopoverPopup {...props} />
    </Suspense>
  )
}
