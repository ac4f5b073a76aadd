import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { cloneElement, useState } from 'react'
import { both } from './both.ts'
import { lazyWindow } from './lazy-part.tsx'
import { sayMissing } from './missing.ts'
import { loadMenu } from './overlays.ts'
import { partHook } from './part-hook.ts'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly tone?: 'normal' | 'danger'
  /** The selected option of a choice. */
  readonly isChosen?: boolean
  /** Starts a group; a separator is above it. */
  readonly startsGroup?: boolean
  readonly onPress: () => void
}

interface MenuTrigger {
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<MenuTrigger>
  /** Above the entries: the subject of the menu. */
  readonly head?: ReactNode
  readonly items: readonly MenuItem[]
}

export interface AnchoredMenuProps {
  /** The element beside which it opens. */
  readonly anchor: Element
  readonly head?: ReactNode
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
  /** Gets the focus when it closes. */
  readonly returnTo: HTMLElement
}

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
