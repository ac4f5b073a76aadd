import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'
import { SKINS } from './src/protocol/sites.ts'

/**
 * Three projects: `node` (everything that needs neither a browser nor a build), `browser` (real Chromium, absent when
 * there is none) and `built` (looks at dist/). Deep tests (`*.deep.test.ts`) run only with TEST_DEEP, and alone with
 * TEST_ONLY_DEEP.
 */
const isDeep = process.env['TEST_DEEP'] !== undefined
const isOnlyDeep = process.env['TEST_ONLY_DEEP'] !== undefined
const never = ['**/node_modules/**', '**/.tsbuild/**', ...(isDeep ? [] : ['**/*.deep.test.*'])]
const limits = {
  // A machine with both cores taken is slow, not wrong: what is awaited may take its time.
  ...(isDeep ? { testTimeout: 600_000, hookTimeout: 300_000 } : { testTimeout: 180_000, hookTimeout: 300_000 }),
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['tests/support/patience.ts'],
}
const chosen = isOnlyDeep ? 'tests/**/*.deep' : 'tests/**/*'

/** The longest files, begun first, so that none of them runs on alone at the end. */
const LONGEST = [
  'in-process',
  'store-open',
  'main.built',
  'kill.test',
  'ledger.test',
  'gift-combo',
  'ingest.test',
  'router.test',
  'player.browser',
  'player-rest',
  'real-worker',
  'chat-axe',
  'home.browser',
  'administration',
  'gift.browser',
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

/**
 * Two cores are enough for two: most tests wait for a database, a socket or a clock. More than eight gain nothing, and would
 * together want more connections than a PostgreSQL has.
 */
const maxWorkers = Math.min(8, Math.max(2, availableParallelism() - 1))

/** Test files of these projects share a process and its modules: loading those anew for each costs more than the tests. */
const shared = {
  environment: 'node',
  pool: 'forks' as const,
  isolate: false,
  setupFiles: [...limits.setupFiles, 'tests/support/seed.ts'],
  globalSetup: ['tests/support/prepare-stores.ts'],
}

const support = (file: string): string => fileURLToPath(new URL(`tests/ui/support/${file}`, import.meta.url))
/**
 * Page and state are tested on a transport under the test's hand. A mock in every file would lead each request of the browser
 * through the runner and keep nothing in its cache; in Node it would come too late for modules that files share.
 */
const transportAtHand = {
  '#transport/client.ts': support('fake-client.ts'),
  '#transport/room.ts': support('fake-room.ts'),
}

/** The project whose tests run in pages of the found browser, several at a time. */
function inBrowser({ executablePath }: { executablePath: string }) {
  return {
    plugins: [react()],
    resolve: { alias: transportAtHand },
    worker: { format: 'es' as const },
    // found before the tests start: a dependency met in the middle of a test would reload the page
    optimizeDeps: { entries: ['src/**/*.{ts,tsx}', 'workers/**/*.ts', 'tests/ui/**/*.tsx'] },
    test: {
      ...limits,
      name: 'browser',
      include: isOnlyDeep
        ? ['tests/**/*.browser.deep.test.{ts,tsx}', 'tests/**/*-axe.browser.test.tsx']
        : ['tests/**/*.browser.{test,deep.test}.{ts,tsx}'],
      exclude: never,
      // What axe looks at in every skin in the deep set, it looks at in one always; pairs of colours have a test of their own.
      provide: { axeSkins: isDeep ? SKINS : ['glow'] },
      globalSetup: ['tests/support/media-server.ts', 'tests/contract/support/browser-setup.ts'],
      maxWorkers,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath, args: BROWSER_FLAGS, timeout: 180_000 } }),
        connectTimeout: 180_000,
        instances: [{ browser: 'chromium' as const, viewport: { width: 390, height: 844 } }],
      },
    },
  }
}

/** flv.js and mpegts.js throw it, to nobody, when a stream is let go of whose WebSocket is still being opened. */
export const onUnhandledError = ({ name }: { readonly name?: string | undefined }): boolean =>
  name !== 'RuntimeException'

export default defineConfig(async () => {
  const browser = await findBrowser()
  Object.assign(process.env, browser?.environment)
  return {
    test: {
      maxWorkers,
      teardownTimeout: 60_000,
      onUnhandledError,
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          resolve: { alias: transportAtHand },
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
        ...(browser === null ? [] : [inBrowser(browser)]),
      ],
    },
  }
})
