import { test as base } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'
import { startTestServer } from '../../support/server.ts'

/**
 * `server`: one demo server per worker with a small crowd, for specs that neither restart nor configure it. Such specs
 * must not depend on the state of others.
 */
export const test = base.extend<object, { readonly server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const server = await startTestServer({ env: { CROWD: '20', WORLD_SEED: '7' } })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})
