import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Fragment, type MouseEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Menu.module.css'

interface MenuTrigger {
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

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

/** The menu itself, loaded when one opens for the first time. */
export function MenuPopup({ trigger, head, items }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      {/* Inside of the landmark, where screen readers expect page content. */}
      <BaseMenu.Portal container={container()}>
        <BaseMenu.Positioner
          className={styles.positioner}
          side="bottom"
          align="end"
          sideOffset={8}
          positionMethod="fixed"
        >
          <BaseMenu.Popup className={styles.popup}>
            <MenuList head={head} items={items} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** Open from the start; the parent removes it on close. */
export function AnchoredMenuPopup({ anchor, head, items, onClose, returnTo }: AnchoredMenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  // After the effects of the action, which may move the focus, for example to the composer.
  const finalFocus = () => {
    setTimeout(() => {
      const { activeElement } = document
      if (activeElement === document.body || popup.current?.contains(activeElement)) returnTo.focus()
    })
    return false
  }
  return (
    <BaseMenu.Root
      defaultOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <BaseMenu.Portal container={container()}>
        <BaseMenu.Positioner
          className={styles.positioner}
          anchor={anchor}
          side="bottom"
          align="end"
          alignOffset={12}
          sideOffset={4}
          collisionPadding={8}
          positionMethod="fixed"
        >
          <BaseMenu.Popup ref={popup} className={styles.popup} finalFocus={finalFocus}>
            <MenuList head={head} items={items} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

const container = (): HTMLElement => document.querySelector('main') ?? document.body

function MenuList({ head, items }: Pick<MenuProps, 'head' | 'items'>) {
  const list = useRef<HTMLDivElement>(null)
  // A menu that the keyboard opened starts on its first item. The popup itself takes the focus first.
  useEffect(() => {
    if (!document.activeElement?.matches(':focus-visible')) return
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document
      const isOnItem = activeElement?.role === 'menuitem'
      if (!isOnItem) list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={list}>
      {head && <div className={styles.head}>{head}</div>}
      {items.map((item) => (
        <Fragment key={item.key}>
          {item.startsGroup && <BaseMenu.Separator className={styles.line} />}
          <BaseMenu.Item
            className={classNames(styles.item, item.tone === 'danger' && styles.danger)}
            data-chosen={item.isChosen || undefined}
            aria-current={item.isChosen || undefined}
            onClick={item.onPress}
          >
            {item.icon}
            {item.label}
          </BaseMenu.Item>
        </Fragment>
      ))}
    </div>
  )
}
