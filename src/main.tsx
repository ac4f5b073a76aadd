import { renderApp } from '#app/render-app.tsx'

void renderApp()
