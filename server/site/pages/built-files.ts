import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstScreen } from '#protocol/page-paths.ts'

/** The modules behind first screens; others are few and rare, so their code waits for the router. */
const SCREEN_MODULES: Readonly<Partial<Record<FirstScreen, string>>> = {
  home: 'src/app/pages/HomePage.tsx',
  list: 'src/app/pages/LivePage.tsx',
  room: 'src/app/pages/RoomPage.tsx',
  form: 'src/app/pages/LoginPage.tsx',
}
const ENTRY = 'index.html'

/** A row of the list that Vite writes beside a build, by the name of the module. */
interface BuiltModule {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export interface BuiltFiles {
  /** Names the build of the pages; empty in development. */
  readonly build: string
  /** Addresses of scripts and styles that a first screen needs beyond what every page loads. */
  needsOf(screen: FirstScreen): { readonly scripts: readonly string[]; readonly styles: readonly string[] }
}

export const NOTHING_BUILT: BuiltFiles = { build: '', needsOf: () => ({ scripts: [], styles: [] }) }

/** Reads what the build of the pages has written about itself. Without it pages work, and fetch later. */
export function readBuiltFiles(clientFolder: string): BuiltFiles {
  const list = join(clientFolder, '.vite', 'manifest.json')
  const stamp = join(clientFolder, 'build.json')
  if (!existsSync(list) || !existsSync(stamp)) return NOTHING_BUILT
  const { build } = JSON.parse(readFileSync(stamp, 'utf8')) as { build: string }
  return builtFiles(build, JSON.parse(readFileSync(list, 'utf8')) as Record<string, BuiltModule>)
}

/** The same from a list that was read. */
export function builtFiles(build: string, modules: Readonly<Record<string, BuiltModule>>): BuiltFiles {
  const entry = withImports(modules, ENTRY)
  return {
    build,
    needsOf(screen) {
      const module = SCREEN_MODULES[screen]
      const needed = module === undefined ? [] : [...withImports(modules, module)].filter((name) => !entry.has(name))
      const rows = needed.flatMap((name) => modules[name] ?? [])
      return {
        scripts: rows.map(({ file }) => `/${file}`),
        styles: [...new Set(rows.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
      }
    },
  }
}

function withImports(modules: Readonly<Record<string, BuiltModule>>, start: string): Set<string> {
  const seen = new Set(start in modules ? [start] : [])
  // A set that grows while it is walked is walked to its end.
  for (const name of seen) for (const other of modules[name]?.imports ?? []) seen.add(other)
  return seen
}
