import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDataFolder } from '../support/data-folder.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import { plainEnvironment } from '../support/server.ts'

/** The image may have 250 MB, of which 150 MB are for Alpine and Node. */
const MAX_BYTES = 100_000_000

describe('a folder with what a server needs at run time', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-runtime-'))
  const runtime = path.join(folder, 'app')
  const data = path.join(folder, 'data')
  beforeAll(async () => {
    const { status, stderr } = run('scripts/runtime-folder.mjs', [runtime], PROJECT_ROOT)
    expect([status, stderr]).toEqual([0, ''])
    await prepareDataFolder(data)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function run(file: string, args: readonly string[], cwd: string) {
    const env = { ...plainEnvironment(), MODE: 'demo', PORT: '0', DATA_DIR: data }
    return spawnSync(process.execPath, [file, ...args], { cwd, env, encoding: 'utf8' })
  }

  it('is small, and has the packages of the server, but neither sources nor packages of the pages', () => {
    const files = readdirSync(runtime, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(MAX_BYTES)
    expect(files.filter(({ name }) => /\.tsx?$/.test(name))).toEqual([])
    const packages = readdirSync(path.join(runtime, 'node_modules'))
    expect(packages).toEqual(
      expect.arrayContaining(['@electric-sql', '@jsquash', '@node-rs', 'node-media-server', 'redis']),
    )
    expect(readdirSync(path.join(runtime, 'node_modules/@redis'))).toContain('client')
    expect(
      packages.filter((name) => ['react-dom', 'lucide-react', 'hls.js', 'vite', '@sparticuz'].includes(name)),
    ).toEqual([])
  })

  it('starts a server with RTMP', async () => {
    const child: ChildProcess = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: runtime,
      env: {
        ...plainEnvironment(),
        MODE: 'demo',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: data,
        CROWD: '0',
        INGEST: '1',
        INGEST_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let printed = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
      await expect.poll(() => printed, { timeout: 120_000 }).toMatch(/rtmp:\/\/127\.0\.0\.1:\d+\/live/)
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
      const page = await (await fetch(url)).text()
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
      expect((await fetch(url + script)).status).toBe(200)
    } finally {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    expect(child.exitCode).toBe(0)
  })

  it('has the commands of the operator', () => {
    const doctor = run('dist/server/operation.js', ['doctor', '--json'], runtime)
    expect(JSON.parse(doctor.stdout)).toMatchObject({ findings: expect.any(Array) as unknown })
    const file = path.join(folder, 'a.backup')
    expect(run('dist/server/operation.js', ['backup', file], runtime)).toMatchObject({ status: 0, stderr: '' })
    expect(run('dist/server/operation.js', ['restore', file], runtime)).toMatchObject({ status: 0, stderr: '' })
    // With npm, a relative name belongs to the folder of the caller.
    const env = { ...plainEnvironment(), MODE: 'demo', DATA_DIR: data, INIT_CWD: folder }
    const args = ['scripts/operation.mjs', 'backup', 'relative.backup']
    expect(spawnSync(process.execPath, args, { cwd: PROJECT_ROOT, env, encoding: 'utf8' }).stderr).toBe('')
    expect(statSync(path.join(folder, 'relative.backup')).size).toBeGreaterThan(1_000)
  })

  it('is not written over another folder', () => {
    const { status, stderr } = run('scripts/runtime-folder.mjs', [folder], PROJECT_ROOT)
    expect([status, stderr]).toEqual([1, `${folder} exists; choose a new folder\n`])
  })
})
