import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadToastBoard } from './overlays.ts'
import { onToastContainerRequested } from './toast-manager.ts'

/** Renders the toast container of the page; `toast()` adds a toast. Use once around the app. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [Board, setBoard] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      onToastContainerRequested(() => {
        // Offline the toast waits; the next one loads the code again.
        loadToastBoard().then(
          ({ ToastBoard }) => setBoard(() => ToastBoard),
          () => undefined,
        )
      }),
    [],
  )
  return (
    <>
      {children}
      {Board && <Board />}
    </>
  )
}
