import { Provider } from 'jotai'
import { useLayoutEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { store } from '#state/store.ts'
import { ToastProvider } from '#ui/Toast.tsx'
import './first-paint.css'
import { removeFirstPaint } from './first-paint.ts'
import { later } from '#ui/later.tsx'
import type { Router } from './router.tsx'

const UpdatePrompt = later(async () => (await import('#features/update/UpdatePrompt.tsx')).UpdatePrompt)

/** The page: one store, one toast container, one router. */
export function App({ router }: { readonly router: Router }) {
  // A screen whose code is already loaded never suspends, so the static first screen is removed here.
  useLayoutEffect(() => {
    if (router.state.initialized) removeFirstPaint()
  }, [router])
  return (
    <Provider store={store}>
      <ToastProvider>
        <RouterProvider router={router} />
        <UpdatePrompt />
      </ToastProvider>
    </Provider>
  )
}
