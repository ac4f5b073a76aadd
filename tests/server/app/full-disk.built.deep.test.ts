import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { freePort } from '../../support/free-port.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { plainEnvironment } from '../../support/server.ts'

/** A device that accepts no bytes, like a full disk. */
const FULL = '/dev/full'
const START_LIMIT_MS = 240_000

describe.runIf(existsSync(FULL))('a server whose log device is full', () => {
  let folder: string
  let output: number
  let port: number
  let server: ChildProcess
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'grandstand-full-'))
    const dataDirectory = path.join(folder, 'data')
    await prepareDataFolder(dataDirectory)
    port = await freePort()
    output = openSync(FULL, 'w')
    const settings = { MODE: 'demo', HOST: '127.0.0.1', PORT: String(port), CROWD: '0', DATA_DIR: dataDirectory }
    server = spawn(process.execPath, [path.join(PROJECT_ROOT, 'dist/server/main.js')], {
      env: { ...plainEnvironment(), ...settings, LOG_LEVEL: 'trace' },
      stdio: ['ignore', output, 'inherit'],
    })
  })
  afterAll(() => {
    server.kill('SIGKILL')
    closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  })

  const status = (): Promise<number | null> =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status,
      () => null,
    )

  it(
    'responds, and stops on SIGTERM with code 0',
    async () => {
      await expect.poll(status, { timeout: START_LIMIT_MS }).toBe(200)
      expect(await status()).toBe(200)
      server.kill('SIGTERM')
      await expect.poll(() => server.exitCode).toBe(0)
    },
    2 * START_LIMIT_MS,
  )
})
