import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Clock, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { registerToastContainer, type ToastContainer, type ToastTone } from './toast-manager.ts'
import { useIsDialogOpen } from './open-dialogs.ts'
import styles from './Toast.module.css'
import { useFullScreenElement } from '#ui/hooks/use-full-screen-element.ts'

interface ToastData {
  readonly tone: ToastTone
}

const DURATION_MS = 4000

const ICONS: Readonly<Record<ToastTone, ReactNode>> = {
  info: <Info size={20} />,
  success: <CircleCheck size={20} />,
  warn: <TriangleAlert size={20} />,
  danger: <CircleAlert size={20} />,
  wait: <Clock size={20} />,
}

const manager = Toast.createToastManager<ToastData>()

const place: ToastContainer = {
  add({ id, text, tone = 'info', action, durationMs = DURATION_MS }) {
    manager.add({
      id,
      title: text,
      timeout: durationMs,
      data: { tone },
      ...(action && {
        actionProps: {
          children: action.label,
          onClick: () => {
            manager.close(id)
            action.onPress()
          },
        },
      }),
    })
  },
  close: (id) => manager.close(id),
}

/**
 * The toasts of the page, above everything including a full-screen element. Loaded after the page by {@link
 * ToastProvider}.
 */
export function ToastBoard() {
  // The inner provider is subscribed by then, because child effects run first.
  useEffect(() => registerToastContainer(place), [])
  const container = useFullScreenElement() ?? document.body
  const isOverDialog = useIsDialogOpen()
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal container={container}>
        <Toast.Viewport
          className={styles.viewport}
          data-over-dialog={isOverDialog || undefined}
          aria-label={commonText('state.notices')}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} swipeDirection={['up', 'down', 'left', 'right']} className={styles.toast}>
      <Toast.Content className={styles.content}>
        {ICONS[item.data?.tone ?? 'info']}
        <Toast.Title className={styles.text} render={<p />} />
        {item.actionProps && <Toast.Action className={styles.action} />}
        {item.timeout === 0 && (
          // Toasts form a column here and are never hidden behind others.
          <Toast.Close className={styles.close} aria-label={commonText('action.close')} aria-hidden={false}>
            <X size={16} />
          </Toast.Close>
        )}
      </Toast.Content>
    </Toast.Root>
  ))
}
