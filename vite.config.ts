import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two pages (index.html, play.html) and the transport worker; `vite build --ssr` builds the server from the same graph. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  worker: { format: 'es' },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        ssr: true,
        rollupOptions: { input: { main: 'server/main.ts' } },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        sourcemap: false,
        rollupOptions: { input: { index: 'index.html', play: 'play.html' } },
      },
}))
