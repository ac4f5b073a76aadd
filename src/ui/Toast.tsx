import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Clock, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/text/t.ts'
import type { ToastData, ToastTone } from './toast-manager.ts'
import { toastManager } from './toast-manager.ts'
import styles from './Toast.module.css'

const ICONS: Readonly<Record<ToastTone, ReactNode>> = {
  info: <Info size={20} />,
  success: <CircleCheck size={20} />,
  warn: <TriangleAlert size={20} />,
  danger: <CircleAlert size={20} />,
  wait: <Clock size={20} />,
}

/** Draws the toasts of the page over everything else; `toast()` adds one. Put it once around the app. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={t('state.notices')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} swipeDirection={['down', 'left', 'right']} className={styles.toast}>
      <Toast.Content className={styles.content}>
        {ICONS[item.data?.tone ?? 'info']}
        <Toast.Title className={styles.text} render={<p />} />
        {item.actionProps && <Toast.Action className={styles.action} />}
      </Toast.Content>
    </Toast.Root>
  ))
}
