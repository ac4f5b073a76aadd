import { Toast } from '@base-ui/react/toast'

export type ToastTone = 'info' | 'success' | 'warn' | 'danger' | 'wait'

export interface ToastRequest {
  readonly text: string
  readonly tone?: ToastTone
  /** One thing to do about it. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** The same id replaces the toast that is open instead of adding one. */
  readonly id?: string
  /** Milliseconds on the screen, 4,000 by default; 0 = until it is closed. */
  readonly durationMs?: number
}

export interface ToastData {
  readonly tone: ToastTone
}

/** The one queue of the page; `ToastProvider` draws it. */
export const toastManager = Toast.createToastManager<ToastData>()

let lastNumber = 0

/** Shows a short line for a moment, from anywhere: `toast('已复制')`. Returns its id, for {@link closeToast}. */
export function toast(request: string | ToastRequest): string {
  const {
    text,
    tone = 'info',
    action,
    id,
    durationMs = 4000,
  } = typeof request === 'string' ? { text: request } : request
  lastNumber += 1
  const ownId = id ?? `toast-${lastNumber}`
  return toastManager.add({
    id: ownId,
    title: text,
    timeout: durationMs,
    data: { tone },
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          toastManager.close(ownId)
          action.onPress()
        },
      },
    }),
  })
}

/** Takes a toast away. */
export function closeToast(id: string): void {
  toastManager.close(id)
}
