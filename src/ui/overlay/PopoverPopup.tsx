import { Popover as BasePopover } from '@base-ui/react/popover'
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'
import styles from './Popover.module.css'
import { fullScreenElement } from '#ui/hooks/use-full-screen-element.ts'

interface PopoverTrigger {
  readonly 'aria-haspopup'?: 'dialog'
  readonly 'aria-expanded'?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<PopoverTrigger>
  /** Accessible name. */
  readonly label: string
  readonly side?: 'top' | 'bottom'
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** The full-screen element if there is one, else the body. */
function place(): HTMLElement {
  return fullScreenElement() ?? document.querySelector('main') ?? document.body
}

/** The popover itself, loaded when one opens for the first time. */
export function PopoverPopup({ trigger, label, side = 'top', onOpenChange, children }: PopoverProps) {
  const [container, setContainer] = useState(place)
  return (
    <BasePopover.Root
      defaultOpen
      onOpenChange={(isOpen) => {
        if (isOpen) setContainer(place())
        onOpenChange?.(isOpen)
      }}
    >
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal container={container}>
        <BasePopover.Positioner
          className={styles.positioner}
          side={side}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          positionMethod="fixed"
        >
          <BasePopover.Popup className={styles.popup} aria-label={label}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
