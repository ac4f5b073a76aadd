export type ToastTone = 'info' | 'success' | 'warn' | 'danger' | 'wait'

export interface ToastRequest {
  readonly text: string
  readonly tone?: ToastTone
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** The same id replaces an open toast. */
  readonly id?: string
  /** Duration in milliseconds, 4,000 by default; 0 until closed. */
  readonly durationMs?: number
}

type NumberedToast = ToastRequest & { readonly id: string }

/** The toast container: {@link ToastBoard}, loaded when the page is idle or a toast is due. */
export interface ToastContainer {
  add(toast: NumberedToast): void
  close(id: string): void
}

/** Maximum number of queued toasts. */
export const MAX_QUEUED_TOASTS = 20

let container: ToastContainer | null = null
let queued: readonly NumberedToast[] = []
let lastNumber = 0
const loaders = new Set<() => void>()

/** Shows a short message from anywhere: `toast('已复制')`. Returns its id for {@link closeToast}. */
export function toast(request: string | ToastRequest): string {
  lastNumber += 1
  const given = typeof request === 'string' ? { text: request } : request
  const numbered = { ...given, id: given.id ?? `toast-${lastNumber}` }
  if (container) container.add(numbered)
  else {
    queued = [...queued.filter(({ id }) => id !== numbered.id), numbered].slice(-MAX_QUEUED_TOASTS)
    requestToastContainer()
  }
  return numbered.id
}

/** Closes a toast. */
export function closeToast(id: string): void {
  queued = queued.filter((waiting) => waiting.id !== id)
  container?.close(id)
}

export function requestToastContainer(): void {
  for (const load of loaders) load()
}

/** Calls `load` when the container is needed, at once if toasts wait. Returns an unsubscribe function. */
export function onToastContainerRequested(load: () => void): () => void {
  loaders.add(load)
  if (queued.length > 0) load()
  return () => loaders.delete(load)
}

/** Registers the toast container and shows queued toasts. Returns an unregister function. */
export function registerToastContainer(next: ToastContainer): () => void {
  container = next
  const waiting = queued
  queued = []
  for (const one of waiting) next.add(one)
  return () => {
    if (container === next) container = null
  }
}
