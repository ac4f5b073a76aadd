import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/project.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'grandstand-scripts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function node(args: readonly string[], { cwd = PROJECT_ROOT, env = {} }: { cwd?: string; env?: object } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Runs a module text with access to the project's scripts. */
const evaluate = (code: string, env: object = {}) => node(['--input-type=module', '--eval', code], { env })

describe('npm start on an unprepared machine', () => {
  beforeEach(() => {
    cpSync(path.join(PROJECT_ROOT, 'scripts'), path.join(folder, 'scripts'), { recursive: true })
    cpSync(path.join(PROJECT_ROOT, 'package.json'), path.join(folder, 'package.json'))
  })
  const install = (...names: string[]): void => {
    for (const name of names) {
      mkdirSync(path.join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(path.join(folder, 'node_modules', name, 'package.json'), '{}')
    }
  }

  it('asks for npm ci if nothing is installed', () => {
    const { status, stderr } = node(['scripts/start.mjs'], { cwd: folder })
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'The packages are not installed yet. Run:  npm ci\n' })
  })

  it('reports missing development packages before a build', () => {
    install('react', 'fastify')
    const { status, stderr } = node(['scripts/start.mjs'], { cwd: folder })
    expect(status).toBe(1)
    // with NODE_ENV=production, npm ci would skip them again
    expect(stderr).toMatch(/^vite is needed to build.*\nRun {2}npm ci --include=dev {2}and try again\.\n$/)
  })
})

describe('configuration of the scripts', () => {
  beforeEach(() => {
    cpSync(path.join(PROJECT_ROOT, 'scripts/preflight.mjs'), path.join(folder, 'preflight.mjs'))
    writeFileSync(path.join(folder, 'package.json'), '{}')
  })
  const read = (env: object) =>
    node(['--input-type=module', '--eval', `console.log((await import('./preflight.mjs')).configured('MODE'))`], {
      cwd: folder,
      env: { MODE: undefined, ...env },
    })

  it.each([
    ['production', {}, 'production'],
    ['production', { MODE: 'demo' }, 'demo'],
    ['production', { MODE: '' }, 'undefined'],
    ['', {}, 'undefined'],
    [' ', {}, 'undefined'],
    ['', { MODE: 'demo' }, 'demo'],
  ])('treats an empty value as unset: MODE=%s in .env and %j is %s', (inFile, env, expected) => {
    writeFileSync(path.join(folder, '.env'), `MODE=${inFile}\n`)
    expect(read(env)).toEqual({ status: 0, stdout: `${expected}\n`, stderr: '' })
  })

  it('reports in one line that .env is not readable', () => {
    mkdirSync(path.join(folder, '.env'))
    const { status, stderr } = read({})
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+\.env cannot be read: EISDIR: [^\n]*\n$/)])
  })
})

describe('settled 33 npm test', () => {
  it('exits with code 2 and one message if the configured browser does not exist', () => {
    const { status, stdout, stderr } = node(['scripts/test.mjs'], { env: { CHROMIUM_PATH: '/nowhere/chrome' } })
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'CHROMIUM_PATH names /nowhere/chrome, which does not exist\n',
    })
  })
})

it('identifies a build by the contents of its sources', () => {
  const file = path.join(PROJECT_ROOT, 'index.html')
  const { stdout } = evaluate(`
    const { hashSources } = await import('./scripts/build-stamp.mjs')
    const { utimesSync } = await import('node:fs')
    const before = hashSources()
    utimesSync(${JSON.stringify(file)}, new Date(), new Date())
    console.log(/^[0-9a-f]{64}$/.test(before) && before === hashSources())`)
  expect(stdout).toBe('true\n')
})

it('writes .gz and .br files beside compressible files', () => {
  const text = '看台 grandstand '.repeat(200)
  writeFileSync(path.join(folder, 'big.js'), text)
  writeFileSync(path.join(folder, 'small.js'), 'x')
  writeFileSync(path.join(folder, 'clip.flv'), text)
  const { status } = evaluate(
    `await (await import('./scripts/compress-files.mjs')).compressFiles(${JSON.stringify(folder)})`,
  )
  expect(status).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['big.js', 'big.js.br', 'big.js.gz', 'clip.flv', 'small.js'])
  expect(gunzipSync(readFileSync(path.join(folder, 'big.js.gz'))).toString()).toBe(text)
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'big.js.br'))).toString()).toBe(text)
})

it('runs a TypeScript entry with its arguments and returns its exit code', () => {
  const { status, stdout } = node(['scripts/run.mjs', 'tests/fixtures/run-entry.ts', '--rate', '5'])
  expect({ status, stdout }).toEqual({ status: 7, stdout: '["--rate","5"] 200\n' })
})

describe('npm run reset', () => {
  it('empties the data folder and refuses a folder with other files', () => {
    writeFileSync(path.join(folder, 'secret'), 'x')
    // A first start was interrupted.
    mkdirSync(path.join(folder, 'pglite'))
    writeFileSync(path.join(folder, 'pglite.unfinished'), '')
    writeFileSync(path.join(folder, 'thesis.txt'), 'x')
    const env = { DATA_DIR: folder, MODE: 'demo', DATABASE_URL: '' }
    const refused = node(['scripts/reset.mjs'], { env })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/\(thesis\.txt\): nothing was deleted/)
    expect(readdirSync(folder)).toHaveLength(4)
    rmSync(path.join(folder, 'thesis.txt'))
    expect(node(['scripts/reset.mjs'], { env }).status).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })
})
