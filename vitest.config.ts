import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'

/**
 * Three projects: `node` (everything that needs neither a browser nor a build), `browser` (real Chromium, absent when
 * there is none) and `built` (looks at dist/). Deep tests (`*.deep.test.ts`) run only with TEST_DEEP, and alone with
 * TEST_ONLY_DEEP.
 */
const isDeep = process.env['TEST_DEEP'] !== undefined
const isOnlyDeep = process.env['TEST_ONLY_DEEP'] !== undefined
const never = ['**/node_modules/**', '**/.tsbuild/**', ...(isDeep ? [] : ['**/*.deep.test.*'])]
const limits = isDeep ? { testTimeout: 600_000, hookTimeout: 120_000 } : { testTimeout: 60_000, hookTimeout: 60_000 }
const chosen = isOnlyDeep ? 'tests/**/*.deep' : 'tests/**/*'

export default defineConfig(async () => {
  const browser = await findBrowser()
  Object.assign(process.env, browser?.environment)
  return {
    test: {
      // two cores are enough for two workers: most of them wait for a database, a socket or a clock
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          test: {
            ...limits,
            name: 'node',
            environment: 'node',
            include: [`${chosen}.test.ts`],
            exclude: [...never, '**/*.browser.*', '**/*.built.*', 'tests/e2e/**'],
          },
        },
        {
          test: {
            ...limits,
            name: 'built',
            environment: 'node',
            include: [isOnlyDeep ? 'tests/**/*.built.deep.test.ts' : 'tests/**/*.built.{test,deep.test}.ts'],
            exclude: never,
          },
        },
        ...(browser === null
          ? []
          : [
              {
                plugins: [react()],
                worker: { format: 'es' as const },
                // found before the tests start: a dependency met in the middle of a test would reload the page
                optimizeDeps: { entries: ['src/**/*.{ts,tsx}', 'workers/**/*.ts', 'tests/ui/**/*.tsx'] },
                test: {
                  ...limits,
                  name: 'browser',
                  include: [
                    isOnlyDeep
                      ? 'tests/**/*.browser.deep.test.{ts,tsx}'
                      : 'tests/**/*.browser.{test,deep.test}.{ts,tsx}',
                  ],
                  exclude: never,
                  globalSetup: ['tests/support/media-server.ts', 'tests/contract/support/browser-setup.ts'],
                  browser: {
                    enabled: true,
                    headless: true,
                    screenshotFailures: false,
                    provider: playwright({
                      launchOptions: { executablePath: browser.executablePath, args: BROWSER_FLAGS },
                    }),
                    instances: [{ browser: 'chromium' as const, viewport: { width: 390, height: 844 } }],
                  },
                },
              },
            ]),
      ],
    },
  }
})
