import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'

/**
 * End-to-end specs in a real browser. A spec runs at desktop size; with the tag `@both` also at phone size, with `@phone`
 * only there. Specs use the built server of their worker (tests/e2e/support/shared-server.ts) or start their own. Deep
 * specs (`*.deep.spec.ts`) run only with TEST_DEEP, and alone with TEST_ONLY_DEEP. With TEST_DEEP=short `@both` means
 * desktop size only, and specs with the tag `@full` do not run.
 */
const browser = await findBrowser({ headlessShell: true })
Object.assign(process.env, browser?.environment)
const isDeep = process.env['TEST_DEEP'] !== undefined
const isShort = process.env['TEST_DEEP'] === 'short'
const isCi = process.env['CI'] !== undefined
const report = process.env['PLAYWRIGHT_REPORT']

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: process.env['TEST_ONLY_DEEP'] === undefined ? '**/*.spec.ts' : '**/*.deep.spec.ts',
  testIgnore: isDeep ? [] : '**/*.deep.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: isCi,
  // Generous limits: a busy machine must not fail a correct test.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    [process.stdout.isTTY ? 'line' : 'list'],
    ...(report === undefined ? [] : [['json', { outputFile: report }] as const]),
  ],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 60_000,
    // A trace doubles the time of a test. `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: BROWSER_FLAGS,
      timeout: 180_000,
      ...(browser === null ? {} : { executablePath: browser.executablePath }),
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: isShort ? /@phone|@full/ : /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: isShort ? /@phone/ : /@both|@phone/,
      ...(isShort && { grepInvert: /@full/ }),
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
})
