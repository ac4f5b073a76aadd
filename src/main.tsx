import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#ui/tokens.css'
import '#ui/reset.css'
import { App } from '#app/App.tsx'
import { startApp } from '#app/start-app.ts'

const root = document.getElementById('root')
void startApp()
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
