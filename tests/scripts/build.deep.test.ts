import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import Fastify from 'fastify'
import { serveFiles } from '#server/site/pages/static-files.ts'
import { PROJECT_ROOT } from '../support/project.ts'

/** A minimal project, because the test is about the location of a build. */
const CONFIG = `export default ({ isSsrBuild }) => ({ build: isSsrBuild
  ? { outDir: 'dist/server', ssr: true, rollupOptions: { input: { main: 'server/main.js', archive: 'server/archive.js' } } }
  : { outDir: 'dist/client', manifest: true, rollupOptions: { input: { index: 'index.html' } } } })`

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'grandstand-build-'))
  for (const part of ['scripts', 'package.json']) {
    cpSync(path.join(PROJECT_ROOT, part), path.join(root, part), { recursive: true })
  }
  symlinkSync(path.join(PROJECT_ROOT, 'node_modules'), path.join(root, 'node_modules'))
  mkdirSync(path.join(root, 'src'))
  mkdirSync(path.join(root, 'server'))
  writeFileSync(path.join(root, 'vite.config.mjs'), CONFIG)
  writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/src/page.js"></script>')
  writeFileSync(path.join(root, 'server/main.js'), 'console.log(1)')
  // Any file stands for the archive of a database.
  writeFileSync(path.join(root, 'server/archive.js'), `export const makeArchive = async () => '${root}/index.html'`)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const inDist = (...parts: string[]): string => path.join(root, 'dist', ...parts)
const setSource = (text: string): void => writeFileSync(path.join(root, 'src/page.js'), text)

async function run(script: string, env: object = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

const build = () => run(`await import('./scripts/build.mjs')`)
const state = async () =>
  (await run(`console.log((await import('./scripts/build-stamp.mjs')).buildState())`)).stdout.trim()

/** The script in the page of dist/. */
function scriptOfPage(): string {
  const [, name] = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(inDist('client/index.html'), 'utf8')) ?? []
  if (name === undefined) throw new Error('the page names no script')
  return name
}
const assets = (): string[] => readdirSync(inDist('client/assets')).sort()

describe.sequential('npm run build beside a running server', () => {
  let [first, second] = ['', '']

  it('keeps the assets of the previous build', async () => {
    setSource('console.log("first")')
    expect((await build()).code).toBe(0)
    first = scriptOfPage()
    expect([assets(), await state()]).toEqual([[first], 'fresh'])
    setSource('console.log("second")')
    expect(await state()).toBe('old')
    expect((await build()).code).toBe(0)
    second = scriptOfPage()
    expect(second).not.toBe(first)
    expect([assets(), await state()]).toEqual([[first, second].sort(), 'fresh'])
  })

  it('keeps them when the same sources are built again, and removes them with the next build', async () => {
    expect((await build()).code).toBe(0)
    expect(assets()).toEqual([first, second].sort())
    setSource('console.log("third")')
    expect((await build()).code).toBe(0)
    expect(assets()).toEqual([second, scriptOfPage()].sort())
  })

  it('does not take files from a server that started before two further builds', async () => {
    const app = Fastify()
    serveFiles(app, inDist('client'), true)
    const own = scriptOfPage()
    for (const text of ['console.log("third, again")', 'console.log("third, once more")']) {
      setSource(text)
      // oxlint-disable-next-line no-await-in-loop -- one build after the other
      expect((await build()).code).toBe(0)
    }
    expect(assets()).not.toContain(own)
    const response = await app.inject(`/assets/${own}`)
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('third')])
    await app.close()
  })

  it('changes nothing after a failed build', async () => {
    const before = assets()
    setSource('this is no script')
    const { code, stderr } = await build()
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The build failed: /m)])
    expect([assets(), await state(), readdirSync(inDist()).sort()]).toEqual([before, 'old', ['client', 'server']])
  })

  it('can run twice concurrently, and after an aborted build', async () => {
    setSource('console.log("fourth")')
    // process ids end at 2^22
    mkdirSync(inDist('next-99999999', 'client'), { recursive: true })
    const both = await Promise.all([build(), build()])
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect([await state(), readdirSync(inDist()).sort()]).toEqual(['fresh', ['client', 'server']])
    expect(existsSync(inDist('client/assets', scriptOfPage()))).toBe(true)
  })

  it('does not start if the server could not listen', async () => {
    setSource('console.log("fifth")')
    const before = assets()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await run(`await import('./scripts/start.mjs')`, { HOST: '', PORT: String(port) })
    other.close()
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^Port ${port} of 127.0.0.1 is in use; .*\n$`)),
    ])
    expect([assets(), await state()]).toEqual([before, 'old'])
  })

  it('is stale if its halves come from different sources', async () => {
    rmSync(inDist('server/main.js'))
    expect(await state()).toBe('missing')
  })

  it('reports in one line that dist/ is not writable', async () => {
    rmSync(inDist(), { recursive: true })
    writeFileSync(inDist(), 'a file')
    const { code, stderr } = await build()
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The build failed: E[A-Z]+: .*dist[^\n]*\n$/)])
  })
})
