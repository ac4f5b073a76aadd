import { cloneElement, useState } from 'react'
import { both } from '#ui/hooks/both.ts'
import { sayMissing } from './missing.ts'
import { loadPopover } from './overlays.ts'
import { partHook } from '#ui/state/part-hook.ts'
import type { PopoverProps } from './PopoverPopup.tsx'

export type { PopoverProps } from './PopoverPopup.tsx'

const usePopoverPopup = partHook(async () => (await loadPopover()).PopoverPopup)

/** A popover beside its button; Escape and a press elsewhere close it. */
export function Popover(props: PopoverProps) {
  const [isWanted, setWanted] = useState(false)
  const { trigger } = props
  const [PopoverPopup] = usePopoverPopup({
    isWanted,
    onMissing(times) {
      sayMissing(times)
      setWanted(false)
      props.onOpenChange?.(false)
    },
  })
  if (isWanted && PopoverPopup !== null) return <PopoverPopup {...props} />
  return cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: both(trigger.props.onClick, () => {
      setWanted(true)
      props.onOpenChange?.(true)
    }),
  })
}
