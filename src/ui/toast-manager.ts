export type ToastTone = 'info' | 'success' | 'warn' | 'danger' | 'wait'

export interface ToastRequest {
  readonly text: string
  readonly tone?: ToastTone
  /** One action. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** The same id replaces an open toast. */
  readonly id?: string
  /** Duration in milliseconds, 4,000 by default; 0 until closed. */
  readonly durationMs?: number
}

export type NumberedToast = ToastRequest & { readonly id: string }

/** The toast container: {@link ToastBoard}, loaded when the page is idle or a toast is due. */
export interface ToastPlace {
  add(toast: NumberedToast): void
  close(id: string): void
}

/** Maximum number of queued toasts. */
export const MOST_EARLY = 20

let place: ToastPlace | null = null
let early: readonly NumberedToast[] = []
let lastNumber = 0
const askers = new Set<() => void>()

/** Shows a short message from anywhere: `toast('已复制')`. Returns its id for {@link closeToast}. */
export function toast(request: string | ToastRequest): string {
  lastNumber += 1
  const given = typeof request === 'string' ? { text: request } : request
  const numbered = { ...given, id: given.id ?? `toast-${lastNumber}` }
  if (place) place.add(numbered)
  else {
    early = [...early.filter(({ id }) => id !== numbered.id), numbered].slice(-MOST_EARLY)
    needToasts()
  }
  return numbered.id
}

/** Closes a toast. */
export function closeToast(id: string): void {
  early = early.filter((waiting) => waiting.id !== id)
  place?.close(id)
}

/** Loads the toast container. */
export function needToasts(): void {
  for (const asker of askers) asker()
}

/** Calls `asker` when the container is needed, at once if toasts wait. Returns an unsubscribe function. */
export function onToastsNeeded(asker: () => void): () => void {
  askers.add(asker)
  if (early.length > 0) asker()
  return () => askers.delete(asker)
}

/** Registers the toast container and shows queued toasts. Returns an unregister function. */
export function standToasts(next: ToastPlace): () => void {
  place = next
  const waiting = early
  early = []
  for (const one of waiting) next.add(one)
  return () => {
    if (place === next) place = null
  }
}
