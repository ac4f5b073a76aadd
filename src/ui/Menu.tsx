import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Menu.module.css'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly tone?: 'normal' | 'danger'
  /** For a choice among several: this one is taken. */
  readonly isChosen?: boolean
  readonly onPress: () => void
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  /** Above the entries: who this is about. */
  readonly head?: ReactNode
  readonly items: readonly MenuItem[]
}

/** A short list of things to do, under a button. Arrow keys and first letters move in it. */
export function Menu({ trigger, head, items }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      {/* Inside the landmark, where screen readers expect the content of the page. */}
      <BaseMenu.Portal container={document.querySelector('main')}>
        <BaseMenu.Positioner
          className={styles.positioner}
          side="bottom"
          align="end"
          sideOffset={8}
          positionMethod="fixed"
        >
          <BaseMenu.Popup className={styles.popup}>
            {head && <div className={styles.head}>{head}</div>}
            {items.map((item) => (
              <BaseMenu.Item
                key={item.key}
                className={classNames(styles.item, item.tone === 'danger' && styles.danger)}
                data-chosen={item.isChosen || undefined}
                onClick={item.onPress}
              >
                {item.icon}
                {item.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
