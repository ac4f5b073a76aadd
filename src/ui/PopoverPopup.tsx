import { Popover as BasePopover } from '@base-ui/react/popover'
import { useState } from 'react'
import styles from './Popover.module.css'
import type { PopoverProps } from './Popover.tsx'
import { fullScreenElement } from './use-full-screen-element.ts'

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
