import { cloneElement, useState } from 'react'
import { both } from '#ui/hooks/both.ts'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import { sayMissing } from './missing.ts'
import { loadMenu } from './overlays.ts'
import { partHook } from '#ui/state/part-hook.ts'
import type { MenuProps, AnchoredMenuProps } from './MenuPopup.tsx'

export type { MenuItem, MenuProps, AnchoredMenuProps } from './MenuPopup.tsx'

/** A menu that is open while it is rendered, beside an element that is not its button. */
export const AnchoredMenu = lazyWindow<AnchoredMenuProps>(
  async () => (await loadMenu()).AnchoredMenuPopup,
  ({ onClose }) => onClose(),
)

const useMenuPopup = partHook(async () => (await loadMenu()).MenuPopup)

/** A menu of actions below a button. Arrow keys and first letters move in it. */
export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  const { trigger } = props
  const [MenuPopup] = useMenuPopup({
    isWanted,
    onMissing(times) {
      sayMissing(times)
      setWanted(false)
    },
  })
  if (isWanted && MenuPopup !== null) return <MenuPopup {...props} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: both(trigger.props.onClick, () => setWanted(true)),
  })
}
