import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'

/**
 * Three projects: `node` (everything that needs neither a browser nor a build), `browser` (real Chromium, absent when
 * there is none) and `built` (looks at dist/). Deep tests (`*.deep.test.ts`) run only with TEST_DEEP=1.
 */
const isDeep = process.env['TEST_DEEP'] === '1'
const never = ['**/node_modules/**', '**/.tsbuild/**', ...(isDeep ? [] : ['**/*.deep.test.*'])]
const timeouts = isDeep ? { testTimeout: 300_000, hookTimeout: 120_000 } : { testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig(async () => {
  const browser = await findBrowser()
  Object.assign(process.env, browser?.environment)
  return {
    test: {
      projects: [
        {
          test: {
            ...timeouts,
            name: 'node',
            environment: 'node',
            include: ['tests/**/*.test.ts'],
            exclude: [...never, '**/*.browser.test.*', '**/*.built.test.*', 'tests/e2e/**'],
          },
        },
        {
          test: {
            ...timeouts,
            name: 'built',
            environment: 'node',
            include: ['tests/**/*.built.test.ts'],
            exclude: never,
          },
        },
        ...(browser === null
          ? []
          : [
              {
                plugins: [react()],
                worker: { format: 'es' as const },
                test: {
                  ...timeouts,
                  name: 'browser',
                  include: ['tests/**/*.browser.test.{ts,tsx}'],
                  exclude: never,
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
