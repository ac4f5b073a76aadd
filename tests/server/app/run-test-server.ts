import { afterAll, beforeAll } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { createTestInstallation } from './app-support.ts'

/**
 * Runs one server for all tests of the calling file or `describe`, and removes its files afterwards. Call the returned
 * function in tests only.
 */
export function runTestServer(installation = createTestInstallation()): () => RunningServer {
  let running: RunningServer | null = null
  beforeAll(async () => {
    running = await installation.start()
  }, 120_000)
  afterAll(async () => {
    await running?.close()
    installation.remove()
  })
  return () => {
    if (!running) throw new Error('the server is not running')
    return running
  }
}
