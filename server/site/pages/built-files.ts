import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstScreen } from '#protocol/page-paths.ts'

const CLUB_PAGES = 'src/app/pages/club/club-pages.ts'

/** The modules of first screens; code of other screens is loaded by the router. */
const SCREEN_MODULES: Readonly<Partial<Record<FirstScreen, string>>> = {
  home: 'src/app/pages/HomePage.tsx',
  list: 'src/app/pages/live/LivePage.tsx',
  room: 'src/app/pages/live/RoomPage.tsx',
  login: 'src/app/pages/account/LoginPage.tsx',
  register: 'src/app/pages/account/RegisterPage.tsx',
  forgot: 'src/app/pages/account/ForgotPage.tsx',
  security: 'src/app/pages/account/SecurityPage.tsx',
  profile: 'src/app/pages/account/ProfilePage.tsx',
  wallet: 'src/app/pages/wallet/WalletPage.tsx',
  vip: CLUB_PAGES,
  rebate: CLUB_PAGES,
  welfare: CLUB_PAGES,
  points: CLUB_PAGES,
  messages: 'src/app/pages/account/MessagesPage.tsx',
  feedback: 'src/app/pages/feedback/FeedbackPage.tsx',
  agent: 'src/app/pages/account/AgentPage.tsx',
  promos: 'src/app/pages/PromosPage.tsx',
  activity: 'src/app/pages/activity/KindPage.tsx',
}
const ENTRY = 'index.html'

/** An entry of Vite's manifest by module name. */
interface BuiltModule {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

interface BuiltFiles {
  /** Id of the build; empty in development. */
  readonly build: string
  /** URLs of scripts and styles that a first screen needs in addition to those of every page. */
  needsOf(screen: FirstScreen): { readonly scripts: readonly string[]; readonly styles: readonly string[] }
}

export const NOTHING_BUILT: BuiltFiles = { build: '', needsOf: () => ({ scripts: [], styles: [] }) }

/** Reads the build manifest. Without it pages work and load later. */
export function readBuiltFiles(clientFolder: string): BuiltFiles {
  const list = join(clientFolder, '.vite', 'manifest.json')
  const stamp = join(clientFolder, 'build.json')
  if (!existsSync(list) || !existsSync(stamp)) return NOTHING_BUILT
  const { build } = JSON.parse(readFileSync(stamp, 'utf8')) as { build: string }
  return builtFiles(build, JSON.parse(readFileSync(list, 'utf8')) as Record<string, BuiltModule>)
}

/** Creates it from a parsed manifest. */
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
  // Iterating a set includes elements added during the iteration.
  for (const name of seen) for (const other of modules[name]?.imports ?? []) seen.add(other)
  return seen
}
