import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** Modules that are cached for offline use in addition to the start: screens that work without a server, and overlays. */
const CACHED_MODULES = [
  'src/app/pages/HomePage.tsx',
  'src/app/home/HomeSide.tsx',
  'src/app/pages/live/LivePage.tsx',
  'src/app/pages/live/RoomPage.tsx',
  'src/app/room/RoomChat.tsx',
  'src/features/match/MatchBoard.tsx',
  'src/features/chat/composer/EmojiPanel.tsx',
  'src/features/player/SettingsContent.tsx',
  'src/features/danmaku/DanmakuSettingsForm.tsx',
  'src/ui/overlay/DialogBody.tsx',
  'src/ui/overlay/SheetBody.tsx',
  'src/ui/overlay/MenuPopup.tsx',
  'src/ui/overlay/PopoverPopup.tsx',
  'src/ui/overlay/ToastBoard.tsx',
]
const CACHED_WORKERS = /^assets\/transport\.worker-[^/]*\.js$/
/** Without it the width of digits would change offline. */
const CACHED_FONTS = /^assets\/figures-[^/]*\.woff2$/

/**
 * Builds the service worker: `sw.js` with the list of files to cache, `sw-off.js`, which uninstalls it, and `build.json` with
 * the build id. Their names contain no hash, so that browsers request them again.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'grandstand-service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const [code, uninstaller] = await Promise.all([
          workerCode(root, 'workers/offline/service-worker.ts'),
          workerCode(root, 'workers/offline/uninstall.ts'),
        ])
        const files = cachedFiles(root, bundle).map((name) => `/${name}`)
        const html = bundle['index.html']
        const build = nameOf([code, html?.type === 'asset' ? String(html.source) : '', ...Object.keys(bundle).sort()])
        const source = `const BUILT_SHELL=${JSON.stringify({ build, files })};\n${code}`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
        this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: uninstaller })
        this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ build })}\n` })
      },
    },
  }
}

function nameOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
}

/** One file without imports, because not every browser supports module service workers. */
async function workerCode(root: string, input: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', rollupOptions: { input, output: { format: 'iife' } } },
  })
  const [only] = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  if (only?.type !== 'chunk') throw new Error(`${input} produced no code`)
  return only.code
}

/** Files of the shell: entry and cached modules with their static imports, styles, the worker, the font. */
export function cachedFiles(root: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const starts = ['index.html', ...CACHED_MODULES].map((module) => path.join(root, module))
  const cached = new Set(
    chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && starts.includes(facadeModuleId)),
  )
  // Iteration includes elements that are added during it.
  for (const chunk of cached) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') cached.add(imported)
    }
  }
  const styles = [...cached].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const others = Object.keys(bundle).filter((name) => CACHED_WORKERS.test(name) || CACHED_FONTS.test(name))
  return [...new Set([...[...cached].map(({ fileName }) => fileName), ...styles, ...others])].sort()
}
