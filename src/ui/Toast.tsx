import type { ComponentType, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { loadToastBoard } from './overlays.ts'
import { onToastsNeeded } from './toast-manager.ts'

/** Gives the toasts of the page their place; `toast()` adds one. Put it once around the app. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [Board, setBoard] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      onToastsNeeded(() => {
        // Without a network the toast waits: the next one asks again.
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
