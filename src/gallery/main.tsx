import type { RouteObject } from 'react-router-dom'
import { renderApp } from '#app/render-app.tsx'

/** Entry of gallery.html, for developers: the application with two more screens. Served in development and demo mode. */
const ROUTES: RouteObject[] = [
  { path: '/gallery', lazy: async () => ({ Component: (await import('./GalleryPage.tsx')).GalleryPage }) },
  {
    path: '/gallery/outcomes',
    lazy: async () => ({ Component: (await import('./rehearsal/RehearsalPage.tsx')).RehearsalPage }),
  },
]

const root = document.getElementById('gallery')
if (root) void renderApp(root, ROUTES)
