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

export type NumberedToast = ToastRequest & { readonly id: string }

/** Where toasts are drawn: {@link ToastBoard}, whose code comes when the page has come to rest or a toast is due. */
export interface ToastPlace {
  add(toast: NumberedToast): void
  close(id: string): void
}

/** Toasts that wait for their place; older ones have had their time. */
export const MOST_EARLY = 20

let place: ToastPlace | null = null
let early: readonly NumberedToast[] = []
let lastNumber = 0
const askers = new Set<() => void>()

/** Shows a short line for a moment, from anywhere: `toast('已复制')`. Returns its id, for {@link closeToast}. */
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

/** Takes a toast away. */
export function closeToast(id: string): void {
  early = early.filter((waiting) => waiting.id !== id)
  place?.close(id)
}

/** Asks for the place of toasts, before the first one is due or because one is. */
export function needToasts(): void {
  for (const asker of askers) asker()
}

/** Tells when the place of toasts is needed, at once when toasts wait for it. Returns how to stop. */
export function onToastsNeeded(asker: () => void): () => void {
  askers.add(asker)
  if (early.length > 0) asker()
  return () => askers.delete(asker)
}

/** The place stands: what came early is shown now. Returns how to take it away again. */
export function standToasts(next: ToastPlace): () => void {
  place = next
  const waiting = early
  early = []
  for (const one of waiting) next.add(one)
  return () => {
    if (place === next) place = null
  }
}
