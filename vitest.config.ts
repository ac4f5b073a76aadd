import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'
import { bundledWorkers } from './scripts/vite/bundled-workers.ts'
import { SKINS } from './src/protocol/sites.ts'
import { DEPTH } from './tests/support/depth.ts'
import { QUICK_DATABASE } from './tests/support/node-flags.ts'

/**
 * Projects: `node` (needs neither a browser nor a build), `browser` and `isolated` (Chromium; absent if there is none) and
 * `built` (tests of dist/). Deep tests (`*.deep.test.ts`) run only with TEST_DEEP; TEST_ONLY_DEEP runs nothing else.
 */
const isDeep = DEPTH !== 'none'
const isOnlyDeep = process.env['TEST_ONLY_DEEP'] !== undefined
/** Long tests that CI leaves out, because other tests that it runs cover the same ground with fewer cases (decision 181). */
const FULL_ONLY = [
  'tests/attack/redis.built.deep.test.ts',
  'tests/ui/**/*-axe.browser.deep.test.tsx',
  'tests/ui/auth/auth-accessibility.browser.deep.test.tsx',
  'tests/ui/app/missing-panels.isolated.browser.deep.test.tsx',
  'tests/ui/components/export-card.browser.deep.test.tsx',
  'tests/ui/perf/lab-run.isolated.browser.deep.test.tsx',
  'tests/ui/player/player-{failures,hostile,stand-in}.browser.deep.test.tsx',
  'tests/contract/real-server-restart.deep.test.ts',
  'tests/contract/real-worker{,-fallback}.browser.deep.test.ts',
  'tests/fault/{backends,mixed}.deep.test.ts',
  'tests/load/tool.deep.test.ts',
  'tests/media/publishers.deep.test.ts',
  'tests/scripts/{build,ingest-key}.deep.test.ts',
  'tests/scripts/runtime-folder.built.deep.test.ts',
  'tests/server/media/shared-ingest.deep.test.ts',
  'tests/server/app/read-rows.deep.test.ts',
  'tests/server/database/{backup,backup-commands}.deep.test.ts',
  'tests/server/fuzz/upload-attack.deep.test.ts',
  'tests/ui/wallet/csv-office.deep.test.ts',
  'tests/server/operation/doctor.deep.test.ts',
  'tests/server/sports/prices/calibration.deep.test.ts',
  'tests/server/venues/remote-venue-kill.built.deep.test.ts',
  'tests/server/wallet/wallet-kill.built.deep.test.ts',
]
const SKIPPED = { none: ['**/*.deep.test.*'], short: FULL_ONLY, full: [] } as const
const never = ['**/node_modules/**', '**/.tsbuild/**', ...SKIPPED[DEPTH]]
const limits = {
  // Generous limits: a busy machine must not fail a correct test.
  ...(isDeep ? { testTimeout: 600_000, hookTimeout: 300_000 } : { testTimeout: 180_000, hookTimeout: 300_000 }),
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['tests/support/wait-limits.ts'],
}
/** Skins that are checked with axe. */
const AXE_SKINS = { none: ['glow'], short: ['glow'], full: SKINS } as const
const ISOLATED = 'tests/**/*.isolated.browser.*'
const chosen = isOnlyDeep ? 'tests/**/*.deep' : 'tests/**/*'

/** The longest files. They start first, so that none of them runs alone at the end. */
const LONGEST = [
  'main.built',
  'backup',
  'attacks.built',
  'kills.built',
  'each-fault',
  'two-processes',
  'in-process',
  'shared-rooms',
  'mixed.deep',
  'kill.deep',
  'simulation.deep',
  'long-absence',
  'clock.built',
  'restore.built',
  'store-open',
  'roles.test',
  'app.test',
  'tool.test',
  'personal-data',
  'shared-ingest',
  'real-server-restart',
  'command-channel',
  'ingest.deep',
  'gift-combo',
  'real-worker',
  'match-board',
  'auth-accessibility',
  'register.browser',
  'gift-limits',
  'responsible.browser',
  'player.browser',
  'effects.browser',
  'home.browser',
  'administration',
  'entries.browser',
  'chat-',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.includes(name))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/** Each browser worker loads all modules, so more workers cost more. */
const maxWorkers = Math.min(8, Math.max(2, availableParallelism() - 1))
/** One more than processors, because tests of servers wait half of the time. More than eight exceed PostgreSQL's connections. */
const nodeWorkers = Math.min(8, availableParallelism() + 1)

/** Test files of these projects share a process and its modules, because loading the modules costs more than the tests. */
const shared = {
  environment: 'node',
  pool: 'forks' as const,
  execArgv: [QUICK_DATABASE],
  isolate: false,
  maxWorkers: nodeWorkers,
  // Projects with other numbers of workers must not run at the same time in one vitest; `npm test` starts two.
  sequence: { groupOrder: 1 },
  setupFiles: [...limits.setupFiles, 'tests/support/seed.ts'],
  globalSetup: ['tests/support/prepare-stores.ts'],
}

const support = (file: string): string => fileURLToPath(new URL(`tests/ui/support/${file}`, import.meta.url))
/**
 * Tests of pages and state use a fake transport. An alias replaces it, because `vi.mock` in each file would route every
 * request of the browser through the runner, and in Node it is too late for modules that files share.
 */
const fakeTransport = {
  '#transport/client.ts': support('fake-client.ts'),
}

/**
 * A project whose tests run in pages of a browser, several at a time. The test files share these pages and their modules,
 * except those that replace modules, block their requests, observe the page itself or start its state, whose timers call
 * the server later (`*.isolated.browser.test.ts`).
 */
function inBrowser(executablePath: string, name: 'browser' | 'isolated') {
  const isIsolated = name === 'isolated'
  return {
    plugins: [react(), bundledWorkers(import.meta.dirname)],
    // The production build of React. The development build records a stack for each element, a tenth of the time of these
    // tests.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    oxc: { jsx: { development: false } },
    resolve: { alias: fakeTransport },
    worker: { format: 'es' as const },
    // Vite must know all dependencies before the tests start: one that it finds later reloads the page.
    optimizeDeps: { entries: ['src/**/*.{ts,tsx}', 'workers/**/*.ts', 'tests/ui/**/*.{ts,tsx}'] },
    test: {
      ...limits,
      // `expect.element` waits this long for an element that never appears. Many failures must end within the time of CI.
      testTimeout: { none: 60_000, short: 180_000, full: 600_000 }[DEPTH],
      name,
      isolate: isIsolated,
      setupFiles: [...limits.setupFiles, ...(isIsolated ? [] : ['tests/ui/support/fresh-page.ts'])],
      include: [
        `tests/**/*${isIsolated ? '.isolated' : ''}.browser.${isOnlyDeep ? 'deep.test' : '{test,deep.test}'}.{ts,tsx}`,
      ],
      exclude: isIsolated ? never : [...never, ISOLATED],

      provide: { axeSkins: AXE_SKINS[DEPTH], depth: DEPTH },
      globalSetup: ['tests/support/media-server.ts', 'tests/contract/support/browser-setup.ts'],
      maxWorkers,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath, args: BROWSER_FLAGS, timeout: 180_000 } }),
        instances: [{ browser: 'chromium' as const, viewport: { width: 390, height: 844 } }],
      },
    },
  }
}

/**
 * Ignores two errors of the video libraries: a RuntimeException when a stream is destroyed while its WebSocket connects,
 * and a rejection of flv.js when it is destroyed while an event is pending.
 */
export const onUnhandledError = (error: {
  readonly name?: string
  readonly message?: string
  readonly stack?: string
}) => {
  const { name = '', message = '', stack = '' } = error
  const isOfFlv = message.includes("reading 'emit'") && /flv(?:\.|__)js/.test(stack)
  return name !== 'RuntimeException' && !isOfFlv
}

export default defineConfig(async () => {
  const browser = await findBrowser({ headlessShell: true })
  Object.assign(process.env, browser?.environment)
  return {
    test: {
      maxWorkers,
      // Vitest reads this limit of the first connection here only, not in projects. A cold cache takes a minute.
      browser: { connectTimeout: 180_000 },
      teardownTimeout: 60_000,
      onUnhandledError,
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          resolve: { alias: fakeTransport },
          test: {
            ...limits,
            ...shared,
            name: 'node',
            include: [`${chosen}.test.ts`],
            exclude: [...never, '**/*.browser.*', '**/*.built.*', 'tests/e2e/**'],
          },
        },
        {
          test: {
            ...limits,
            ...shared,
            name: 'built',
            include: [isOnlyDeep ? 'tests/**/*.built.deep.test.ts' : 'tests/**/*.built.{test,deep.test}.ts'],
            exclude: never,
          },
        },
        ...(browser === null
          ? []
          : (['browser', 'isolated'] as const).map((name) => inBrowser(browser.executablePath, name))),
      ],
    },
  }
})
