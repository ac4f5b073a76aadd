import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { nextTask } from '#lib/next-task.ts'
import '#ui/tokens.css'
import '#ui/reset.css'
import { App } from '#app/App.tsx'
import { requestFirstScreen, createRouter } from '#app/router.tsx'
import { startApp } from '#app/start-app.ts'
import { startLanguage } from '#app/start-language.ts'

/** In small steps, each a task of its own: a slow phone answers the finger in between. */
async function begin(place: HTMLElement): Promise<void> {
  await nextTask()
  void startApp()
  requestFirstScreen()
  await startLanguage()
  await nextTask()
  const router = createRouter()
  await nextTask()
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}

const root = document.getElementById('root')
if (root) void begin(root)
