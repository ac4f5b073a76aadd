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
  /** For a choice among several: this one is taken. */
  readonly isChosen?: boolean
  /** A line stands above it: other things begin here. */
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
  /** Above the entries: who this is about. */
  readonly head?: ReactNode
  readonly items: readonly MenuItem[]
}

export interface AnchoredMenuProps {
  /** What it is about and stands beside. */
  readonly anchor: Element
  readonly head?: ReactNode
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
  /** Takes the focus when it closes. */
  readonly returnTo: HTMLElement
}

/** A menu that is open as long as it is drawn, beside something that is no button of its own. */
export const AnchoredMenu = lazyWindow<AnchoredMenuProps>(
  async () => (await loadMenu()).AnchoredMenuPopup,
  ({ onClose }) => onClose(),
)

const useMenuPopup = partHook(async () => (await loadMenu()).MenuPopup)

/** A short list of things to do, under a button. Arrow keys and first letters move in it. */
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
