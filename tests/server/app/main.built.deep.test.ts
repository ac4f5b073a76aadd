import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONTENT_TYPES, servedFiles } from '#server/site/pages/static-files.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { plainEnvironment, startTestServer, type TestServer } from '../../support/server.ts'

const MAIN = path.join(PROJECT_ROOT, 'dist/server/main.js')
let server: TestServer
let child: ChildProcess | null = null

/** Runs the server until it exits; a developer's .env is ignored. */
async function run(
  environment: Record<string, string>,
  file = MAIN,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const started = spawn(process.execPath, [file], { env: { ...plainEnvironment(), ...environment } })
  child = started
  let [stdout, stderr] = ['', '']
  started.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  started.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(started, 'close')) as [number]
  return { code, stdout, stderr }
}

// Kills a server that should have refused to start.
afterEach(() => void child?.kill('SIGKILL'))

describe('the server program', () => {
  it('settled 28: runs in production mode, and requires secrets, database and origins', async () => {
    const { code, stdout, stderr } = await run({})
    expect([code, stdout]).toEqual([1, ''])
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['SECRET', 'DATABASE_URL', 'ALLOWED_ORIGINS'])
  })

  it('works through a symbolic link', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-link-'))
    const link = path.join(folder, 'grandstand')
    try {
      symlinkSync(MAIN, link)
      expect(await run({}, link)).toEqual(await run({}))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('reports an invalid value in one line', async () => {
    expect(await run({ MODE: 'demo', PORT: 'eighty' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PORT expects a whole number from 0 to 65535 (0 = any free port); it is "eighty"\n',
    })
  })

  it('reports an invalid data folder', async () => {
    const { code, stderr } = await run({ MODE: 'demo', PORT: '0', DATA_DIR: path.join(MAIN, 'data') })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The data folder .* cannot be created; check DATA_DIR\n$/)
  })
})

it('has a content type for each file of the build', () => {
  const known = Object.keys(CONTENT_TYPES)
  const files = servedFiles(path.join(PROJECT_ROOT, 'dist/client'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => !known.includes(path.extname(name)))).toEqual([])
})

/** One data folder for all starts, because creating a database is slow. */
describe.sequential('npm start', () => {
  beforeAll(async () => {
    server = await startTestServer({ env: { CROWD: '20' }, isFirstStart: true })
  })
  afterAll(() => server.stop())

  it('prints its URL and the demo accounts', () => {
    expect(server.output()).toContain(server.url)
    for (const name of ['fan001', 'rich001', 'admin01', 'vip0009', 'Play2026x']) expect(server.output()).toContain(name)
  })

  it('settled 30: refuses a second server on its folder or port', async () => {
    const folder = await run({ MODE: 'demo', PORT: '0', DATA_DIR: server.dataDirectory })
    expect(folder.code).toBe(1)
    expect(folder.stderr).toMatch(/^The data folder .* is in use by .*\n$/)
    const port = await run({ MODE: 'demo', PORT: String(server.port), DATA_DIR: server.dataDirectory })
    expect(port.code).toBe(1)
    expect(port.stderr).toMatch(new RegExp(`^Port ${server.port} of 127.0.0.1 is in use; .*PORT.*\n$`))
  })

  it('stops on SIGTERM with code 0', () => stopsOn('SIGTERM'))

  it('restarts with HOST=0.0.0.0 and prints the URL for phones with a QR code', async () => {
    await server.restart({ HOST: '0.0.0.0' })
    if (hasNetwork()) {
      expect(server.output()).toMatch(/In your network: {2}http:\/\/\d+\.\d+\.\d+\.\d+:\d+/)
      expect(server.output()).toMatch(/[▀▄█]{10}/)
    }
  })

  it('stops on SIGINT with code 0', () => stopsOn('SIGINT'))

  it('restarts after kill -9 without warnings', async () => {
    await server.restart()
    await server.kill('SIGKILL')
    const before = server.output().length
    await server.restart()
    expect(server.output().slice(before)).not.toMatch(/error|warn/i)
  })
})

async function stopsOn(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  // A server that does not stop is killed and has no code; the duration is checked by `npm run bench -- start`.
  expect(await server.kill(signal)).toBe(0)
}

function hasNetwork(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.some(({ internal, family }) => !internal && family === 'IPv4')
}
