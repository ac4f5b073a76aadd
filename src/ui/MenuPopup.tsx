import { Menu as BaseMenu } from '@base-ui/react/menu'
import { classNames } from '#lib/class-names.ts'
import styles from './Menu.module.css'
import type { MenuProps } from './Menu.tsx'

/** The menu itself, loaded when one is opened for the first time. */
export function MenuPopup({ trigger, head, items }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      {/* Inside the landmark, where screen readers expect the content of the page. */}
      <BaseMenu.Portal container={document.querySelector('main') ?? document.body}>
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
