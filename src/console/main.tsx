import { createRoot } from 'react-dom/client'
import { StrictMode } from 'react'
import '#ui/tokens.css'
import '#ui/reset.css'
import { ConsoleApp } from './ConsoleApp.tsx'

/** Entry of console.html, the operator console. */
const root = document.getElementById('console')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ConsoleApp />
    </StrictMode>,
  )
}
