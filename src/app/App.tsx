import { Provider } from 'jotai'
import { RouterProvider } from 'react-router-dom'
import { store } from '#state/store.ts'
import { ToastProvider } from '#ui/Toast.tsx'
import { router } from './router.tsx'

/** The whole page: one store, one place for toasts, one router. */
export function App() {
  return (
    <Provider store={store}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </Provider>
  )
}
