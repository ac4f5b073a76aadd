import { renderApp } from '#app/render-app.tsx'

// The bundler shares this module's chunk with gallery.html, which has no such element.
const root = document.getElementById('root')
if (root) void renderApp(root)
