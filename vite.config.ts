import path from 'node:path'
import react from '@vitejs/plugin-react'
import { type ConfigEnv, defaultAllowedOrigins, defineConfig, type UserConfig } from 'vite'
import { callLists } from './scripts/vite/call-lists.ts'
import { chunkGroups } from './scripts/vite/chunk-groups.ts'
import { serviceWorker } from './scripts/vite/service-worker.ts'
import { stylesFirst } from './scripts/vite/styles-first.ts'
import { withoutSummaries } from './scripts/vite/without-summaries.ts'

const ROUTER = path.join(import.meta.dirname, 'node_modules/react-router/dist/production')

/**
 * game.html, the page inside the frames of games (`--mode frame`). It is built apart from the other pages, because a chunk
 * that both share could start the application in the frame. The server serves frame/ for documents without an origin.
 */
const FRAME: UserConfig = {
  build: {
    target: 'es2022',
    assetsDir: 'frame',
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { game: 'game.html' } },
  },
}

/**
 * Packages that the server loads from node_modules: native or WebAssembly code beside their modules, threads and child
 * processes that start from files of the sources, and those that only some configurations load.
 */
const UNBUNDLED = [
  '@electric-sql/pglite',
  '@jsquash/jpeg',
  '@jsquash/png',
  '@jsquash/webp',
  '@node-rs/argon2',
  'node-media-server',
  'pg-native',
  'svg-captcha',
]

/** Pages (index.html, play.html, gallery.html for developers, console.html for operators) and the transport worker; `vite build --ssr` builds the server from the same graph. */
const config = ({ isSsrBuild, command }: ConfigEnv): UserConfig => ({
  plugins: [react(), callLists(import.meta.dirname), serviceWorker(import.meta.dirname), stylesFirst()],
  worker: { format: 'es', plugins: () => [withoutSummaries(import.meta.dirname)] },
  // Its own entries are those for development, with warnings that production never shows.
  resolve: {
    alias:
      command === 'serve'
        ? []
        : [
            { find: /^react-router$/, replacement: path.join(ROUTER, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: path.join(ROUTER, 'dom-export.mjs') },
          ],
  },
  // The server is one graph of few files: a start reads them at once instead of hundreds of packages' files.
  ...(isSsrBuild && { ssr: { noExternal: true, external: [...UNBUNDLED] } }),
  // In development the frame of a game, whose origin is `null`, loads its modules from here.
  server: { cors: { origin: [defaultAllowedOrigins, 'null'] } },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        ssr: true,
        // Names and licences of the bundled packages, in .vite/license.md.
        license: true,
        rollupOptions: {
          output: { comments: { legal: true, annotation: false, jsdoc: false } },
          input: {
            main: 'server/main.ts',
            relay: 'server/relay/main.ts',
            operation: 'server/operation/main.ts',
            archive: 'server/database/archive.ts',
          },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        sourcemap: false,
        // Read by the server: which files a screen needs.
        manifest: true,
        // Browsers that do not know the hint fetch a little later.
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: { index: 'index.html', play: 'play.html', gallery: 'gallery.html', console: 'console.html' },
          output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) } },
        },
      },
})

export default defineConfig((env) => (env.mode === 'frame' ? FRAME : config(env)))
