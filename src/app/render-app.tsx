import { startTransition, StrictMode, useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import '#ui/tokens.css'
import '#ui/reset.css'
import { keepSiteOfTab } from './route/site-of-tab.ts'
import { closeOnBack } from './route/close-on-back.ts'
import { createRouter, requestFirstScreen, type Router } from './router.tsx'
import { startApp, startLanguage } from './start-app.ts'
import { Provider } from 'jotai'
import { type RouteObject, RouterProvider } from 'react-router-dom'
import { store } from '#state/store.ts'
import { ToastProvider } from '#ui/overlay/Toast.tsx'
import './first-paint.css'
import { removeFirstPaint } from './first-paint.ts'
import { later } from '#ui/state/later.tsx'

/**
 * Starts the application in `root`, in several short tasks, so that a slow phone can handle input in between.
 * `moreRoutes` are screens without the shell that an entry adds.
 */
export async function renderApp(root: HTMLElement, moreRoutes: readonly RouteObject[] = []): Promise<void> {
  if (keepSiteOfTab()) return
  await nextTask()
  void startApp()
  requestFirstScreen()
  await startLanguage()
  await nextTask()
  const router = createRouter(moreRoutes)
  await nextTask()
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}

const UpdatePrompt = later(async () => (await import('#features/update/UpdatePrompt.tsx')).UpdatePrompt)

/** The page: one store, one toast container, one router. */
function App({ router }: { readonly router: Router }) {
  // A screen whose code is already loaded never suspends, so the static first screen is removed here.
  useLayoutEffect(() => {
    if (router.state.initialized) removeFirstPaint()
  }, [router])
  // After the effects of RouterProvider: the router sends its first state to its first subscriber only.
  useEffect(() => closeOnBack(router), [router])
  return (
    <Provider store={store}>
      <ToastProvider>
        <RouterProvider router={router} />
        <UpdatePrompt />
      </ToastProvider>
    </Provider>
  )
}

/** Resolves in a new task, after pending events and frames. Unlike a timer it is not throttled in a hidden tab. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
