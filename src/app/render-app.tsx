import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { RouteObject } from 'react-router-dom'
import { nextTask } from '#lib/next-task.ts'
import '#ui/tokens.css'
import '#ui/reset.css'
import { App } from './App.tsx'
import { createRouter, requestFirstScreen } from './router.tsx'
import { startApp } from './start-app.ts'
import { startLanguage } from './start-language.ts'

/**
 * Starts the application in `root`, in several short tasks, so that a slow phone can handle input in between.
 * `moreRoutes` are screens without the shell that an entry adds.
 */
export async function renderApp(root: HTMLElement, moreRoutes: readonly RouteObject[] = []): Promise<void> {
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
