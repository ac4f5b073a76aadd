import { StrictMode } from 'react'
import { Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import '#ui/tokens.css'
import '#ui/reset.css'
import { PlayPage } from '#app/pages/live/PlayPage.tsx'
import { store } from '#state/store.ts'

const root = document.getElementById('play')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <PlayPage />
      </Provider>
    </StrictMode>,
  )
}
