import type { ReactNode } from 'react'
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { commonText } from '#messages/zh/common.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import styles from './Sheet.module.css'
import { useOneColumn } from '#ui/hooks/use-media.ts'

export interface SheetProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  /** One line right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Stays visible while the content scrolls. */
  readonly footer?: ReactNode
}

/** Loaded when `Sheet` opens for the first time. */
export function SheetBody({ isOpen, onOpenChange, title, aside, children, footer }: SheetProps) {
  const isPhone = useOneColumn()
  return (
    <Drawer.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)} swipeDirection={isPhone ? 'down' : 'right'}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.scrim} />
        <Drawer.Viewport className={styles.viewport} data-phone={isPhone || undefined}>
          <Drawer.Popup className={styles.popup}>
            {isPhone && <div className={styles.grab} aria-hidden="true" />}
            <header className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <span className={styles.aside}>{aside}</span>
              <Drawer.Close
                render={<IconButton size="small" label={commonText('action.close')} icon={<X size={20} />} />}
              />
            </header>
            <Drawer.Content className={styles.content}>{children}</Drawer.Content>
            {footer && <footer className={styles.footer}>{footer}</footer>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
