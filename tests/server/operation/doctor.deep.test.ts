import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#protocol/time.ts'
import type { RunningServer } from '#server/main.ts'
import { examine, reportOf, type DoctorOptions } from '#server/operation/doctor/doctor.ts'
import type { CheckName, Finding } from '#server/operation/doctor/finding.ts'
import { runOperation } from '#server/operation/main.ts'
import { freePort } from '../../support/free-port.ts'
import { findNginx, startTlsNginx, type TestNginx } from '../../support/nginx.ts'
import { findProgram } from '../../support/programs.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { createTestInstallation } from '../app/app-support.ts'

const SECRET = 'kJ8vQm2xTz5rLw9pYc4nBd7hGs3fXe6aUo1iRt0jWqZ'
const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Things to close after each test, newest first. */
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

/** The findings of one check, with the port 0 and a data folder of its own unless the environment says otherwise. */
async function check(name: CheckName, environment: Record<string, string> = {}, options: DoctorOptions = {}) {
  const findings = await examine({ MODE: 'demo', PORT: '0', DATA_DIR: folder, ...environment }, options)
  return findings.filter((finding) => finding.check === name)
}

const outcomes = (findings: readonly Finding[]): string[] => findings.map(({ outcome }) => outcome)

/** Runs `npm run doctor` in this process. */
async function doctor(args: readonly string[], environment: Record<string, string>) {
  let [out, err] = ['', '']
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await runOperation(['doctor', ...args], environment, output)
  return { code, out, err }
}

describe('the command', () => {
  it('reports an invalid configuration with every problem and exit code 1', async () => {
    const { code, out } = await doctor([], { MODE: 'production', PORT: 'http' })
    expect(code).toBe(1)
    for (const key of ['PORT expects', 'SECRET is missing', 'DATABASE_URL is missing', 'ALLOWED_ORIGINS is missing']) {
      expect(out).toContain(`✗ configuration  ${key}`)
    }
    expect(out).toMatch(/\n0 ok, 0 warnings, 4 problems, 0 skipped\n$/)
  })

  it('writes JSON with a fix for each problem', async () => {
    const { out } = await doctor(['--json'], { MODE: 'demo', PORT: '0', DATA_DIR: folder })
    const { findings } = JSON.parse(out) as { findings: Finding[] }
    expect(findings.length).toBeGreaterThan(10)
    for (const { outcome, fix } of findings) expect(fix === null).toBe(outcome === 'ok' || outcome === 'skipped')
  })

  it('never prints a secret', async () => {
    const secrets = { SECRET: 'a'.repeat(40), DATABASE_URL: 'postgres://someone:PASSWORD@127.0.0.1:1/none' }
    const { out } = await doctor(['--json'], { MODE: 'demo', PORT: '0', DATA_DIR: folder, ...secrets })
    expect(out).toContain('SECRET is not random')
    expect(out).not.toMatch(/aaaa|PASSWORD/)
  })

  it.each([[['--jsn']], [['here']], [['--origin']]])('refuses %j with exit code 2', async (args) => {
    const { code, err } = await doctor(args, { MODE: 'demo' })
    expect([code, err]).toEqual([2, expect.stringContaining('Usage: npm run doctor -- [--json]')])
  })

  it.each([
    ['live', '--origin expects'],
    ['https://live.example.com/live/', 'served at the root of a host only, as https://live.example.com'],
  ])('refuses the origin %s', async (origin, text) => {
    const { code, err } = await doctor(['--origin', origin], { MODE: 'demo', DATA_DIR: folder })
    expect([code, err]).toEqual([1, expect.stringContaining(text)])
  })
})

describe('secrets', () => {
  const production = {
    MODE: 'production',
    SECRET,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ALLOWED_ORIGINS: 'https://live.invalid',
    METRICS_TOKEN: SECRET.slice(0, 24),
  }

  it('accepts random ones', async () => {
    expect(outcomes(await check('secrets', production))).toEqual(['ok'])
  })

  it.each([
    ['a repeated character', { SECRET: 'x'.repeat(40) }, 'SECRET is not random.'],
    ['one value for two purposes', { RELAY_SECRET: SECRET }, 'RELAY_SECRET has the value of SECRET.'],
    ['a missing token of the metrics', { METRICS_TOKEN: '' }, 'METRICS_TOKEN is not set'],
  ])('reports %s', async (_, changed, text) => {
    const [finding] = await check('secrets', { ...production, ...changed })
    expect(finding?.text).toContain(text)
    expect(finding?.fix).not.toBeNull()
  })
})

describe('this machine', () => {
  it('reports free space and a writable media folder', async () => {
    expect((await check('disk'))[0]?.text).toMatch(/^[\d,]+ MB are free at /)
    expect(outcomes(await check('media folder'))).toEqual(['ok'])
  })

  it('reports a data folder that cannot be created', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(outcomes(await check('media folder', { DATA_DIR: path.join(file, 'data') }))).toEqual(['problem'])
  })

  it('reports another program at the port, and a free port', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    open.push(() => new Promise((closed) => other.close(closed)))
    const { port } = other.address() as AddressInfo
    expect((await check('ports', { PORT: String(port) }))[0]).toMatchObject({
      outcome: 'problem',
      text: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`) as string,
    })
    expect(outcomes(await check('ports', { PORT: String(await freePort()) }))).toEqual(['ok'])
    const ingest = { PORT: String(await freePort()), INGEST: '1', INGEST_PORT: String(port) }
    expect(outcomes(await check('ports', ingest))).toEqual(['ok', 'problem'])
  })
})

describe.runIf(STORE_KINDS.includes('postgres'))('the database', () => {
  it('reports version and schema, and a schema of a newer program', async () => {
    const { url, drop } = await createTestDatabase()
    open.push(drop)
    const environment = { DATABASE_URL: url.href }
    expect((await check('database', environment))[0]?.text).toMatch(/^PostgreSQL \d+\.\d+ responds\. It is empty/)
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    open.push(() => client.end())
    await client.query(`create schema drizzle; create table drizzle.__drizzle_migrations (created_at bigint)`)
    await client.query('insert into drizzle.__drizzle_migrations values (1)')
    expect((await check('database', environment))[0]?.text).toContain('The next start updates its schema')
    await client.query('insert into drizzle.__drizzle_migrations values (9000000000000)')
    const texts = (await check('database', environment)).filter(({ outcome }) => outcome === 'problem')
    expect(texts.map(({ text }) => text)).toContain('A newer version of this program has updated the database.')
  })

  it('reports more connections than PostgreSQL accepts, and fsync as it is set', async () => {
    const { url, drop } = await createTestDatabase()
    open.push(drop)
    const findings = await check('database', { DATABASE_URL: url.href, DATABASE_POOL_SIZE: '200' })
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    open.push(() => client.end())
    const { rows } = await client.query<{ fsync: string; max: number }>(
      `select current_setting('fsync') as fsync, current_setting('max_connections')::int as max`,
    )
    const has = (text: string): boolean => findings.some((finding) => finding.text.includes(text))
    expect(has('fsync is off')).toBe(rows[0]?.fsync === 'off')
    expect(has('this server needs 203')).toBe((rows[0]?.max ?? 0) < 206)
  })

  it('compares the clocks', async () => {
    const { url, drop } = await createTestDatabase()
    open.push(drop)
    const environment = { DATABASE_URL: url.href }
    expect(outcomes(await check('clock', environment))).toContain('ok')
    const slow = await check('clock', environment, { now: () => Date.now() - MINUTE_MS })
    expect(slow).toContainEqual(
      expect.objectContaining({
        outcome: 'problem',
        text: expect.stringMatching(/^The clock of this machine is \d+\.\d s behind that of the database\.$/) as string,
      }),
    )
  })
})

it('names the start of server and proxy if nothing responds, and skips an unknown origin', async () => {
  const pageOrigins = [`http://127.0.0.1:${await freePort()}`]
  for (const name of ['page', 'socket', 'media'] as const) {
    expect((await check(name, {}, { pageOrigins }))[0]?.fix, name).toMatch(/^Start the server and the proxy/)
    expect(outcomes(await check(name)), name).toEqual(['skipped'])
  }
})

it('reports a database that does not respond, and an embedded one', async () => {
  const refused = await check('database', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(refused).toEqual([expect.objectContaining({ outcome: 'problem' })])
  expect(outcomes(await check('database'))).toEqual(['warning'])
})

describe.runIf(findRedis() !== null)('Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it('reports one that works, one that evicts, and one that does not respond', async () => {
    expect(outcomes(await check('redis', { REDIS_URL: redis.url }))).toEqual(['ok'])
    const configure = (key: string, value: string) => {
      const { status } = spawnSync('redis-cli', ['-p', String(redis.port), 'config', 'set', key, value])
      expect(status).toBe(0)
    }
    configure('maxmemory', '100mb')
    configure('maxmemory-policy', 'allkeys-lru')
    expect(outcomes(await check('redis', { REDIS_URL: redis.url }))).toEqual(['warning'])
    expect(outcomes(await check('redis', { REDIS_URL: 'redis://127.0.0.1:1' }))).toEqual(['problem'])
  })
})

describe('a running server without a proxy', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  beforeAll(async () => {
    server = await installation.start()
  })
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  it('is reached like by a browser', async () => {
    const environment = { MODE: 'demo', PORT: String(server.port), DATA_DIR: folder }
    const findings = await examine(environment)
    const reached = findings.filter(({ check: name }) => ['ports', 'page', 'socket', 'media'].includes(name))
    expect(reached.map(({ check: name, outcome }) => `${name} ${outcome}`)).toEqual([
      'ports ok',
      'page ok',
      'socket ok',
      'media ok',
    ])
    expect(reportOf(findings)).toContain(`✓ ports`)
  })

  it('reports another program, and an origin that the server does not allow', async () => {
    const other = createServer((_request, response) => response.end('<html>hello</html>')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    open.push(() => new Promise((closed) => other.close(closed)))
    const pageOrigins = [`http://127.0.0.1:${(other.address() as AddressInfo).port}`]
    for (const name of ['page', 'socket', 'media'] as const) {
      expect(outcomes(await check(name, {}, { pageOrigins })), name).toEqual(['problem'])
    }
    const API_DOMAINS = `${server.url},http://127.0.0.1:1`
    const others = await check('other origins', { API_DOMAINS }, { pageOrigins: ['https://live.invalid'] })
    expect(others.map(({ text }) => text)).toEqual([
      `${server.url} does not let pages of https://live.invalid read its responses.`,
      'http://127.0.0.1:1 cannot be opened.',
    ])
  })
})

describe.runIf(findNginx() !== null && findProgram('openssl') !== null)('a server behind the nginx of deploy/', () => {
  const installation = createTestInstallation()
  const certificates = mkdtempSync(path.join(tmpdir(), 'grandstand-certificate-'))
  let port: number
  let server: RunningServer | null = null
  let ca: string

  beforeAll(async () => {
    port = await freePort()
    const made = spawnSync(
      'openssl',
      // A certificate that ends soon.
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '5']
        .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
        .concat(['-keyout', path.join(certificates, 'privkey.pem'), '-out', path.join(certificates, 'fullchain.pem')]),
    )
    expect(made.status).toBe(0)
    ca = readFileSync(path.join(certificates, 'fullchain.pem'), 'utf8')
  })
  afterEach(async () => {
    await server?.close()
    server = null
  })
  afterAll(() => {
    installation.remove()
    rmSync(certificates, { recursive: true, force: true })
  })

  /** Starts nginx and the server behind it; returns the findings about both. */
  async function findings(
    change?: (template: string) => string,
    trustProxy = '127.0.0.1',
    options: DoctorOptions = { ca },
  ) {
    const nginx: TestNginx = await startTlsNginx(port, certificates, change)
    open.push(() => nginx.stop())
    const environment = { PORT: String(port), ALLOWED_ORIGINS: nginx.url, TRUST_PROXY: trustProxy }
    server = await installation.start(environment)
    const all = await examine({ MODE: 'demo', DATA_DIR: folder, ...environment }, options)
    const of = (name: CheckName) => all.find((finding) => finding.check === name)
    return { of, url: nginx.url }
  }

  it('works', async () => {
    const { of, url } = await findings()
    for (const name of ['page', 'calls', 'socket', 'media', 'proxy'] as const) {
      expect(of(name), name).toMatchObject({ outcome: 'ok' })
    }
    expect(of('clock')).toMatchObject({ outcome: 'ok', text: expect.stringContaining(url) as string })
    expect(of('tls')).toMatchObject({
      outcome: 'warning',
      text: expect.stringMatching(/valid for [45] more days/) as string,
    })
  })

  it('reports a proxy that does not pass Host to a server without ALLOWED_ORIGINS', async () => {
    const nginx = await startTlsNginx(port, certificates, (template) =>
      template.replaceAll(/^ *proxy_set_header Host .*$/gm, ''),
    )
    open.push(() => nginx.stop())
    const environment = { PORT: String(port), TRUST_PROXY: '127.0.0.1' }
    server = await installation.start(environment)
    const options = { ca, pageOrigins: [nginx.url] }
    const all = await examine({ MODE: 'demo', DATA_DIR: folder, ...environment }, options)
    const hint = { outcome: 'problem', fix: expect.stringContaining('proxy_set_header Host $http_host') as string }
    expect(all.find(({ check: name }) => name === 'calls')).toMatchObject(hint)
    expect(all.find(({ check: name }) => name === 'socket')).toMatchObject({
      outcome: 'problem',
      fix: expect.stringContaining('pass Host and Origin unchanged') as string,
    })
    const [unchecked] = (await examine({ MODE: 'demo', DATA_DIR: folder, ...environment })).filter(
      ({ check: name }) => name === 'proxy',
    )
    expect(unchecked).toMatchObject({ outcome: 'warning', fix: expect.stringContaining('--origin') as string })
  })

  it('reports a certificate that browsers refuse, and a proxy that is not trusted', async () => {
    const { of } = await findings(undefined, '0', {})
    expect(of('tls')).toMatchObject({ outcome: 'problem', text: expect.stringContaining('SELF_SIGNED') as string })
    expect(of('page')).toMatchObject({ outcome: 'problem' })
    expect(of('proxy')).toMatchObject({
      outcome: 'problem',
      text: expect.stringContaining('TRUST_PROXY is 0') as string,
    })
  })

  it('reports a proxy that does not pass upgrades', async () => {
    const { of } = await findings((template) => template.replace(/^ *proxy_set_header (Upgrade|Connection) .*$/gm, ''))
    expect(of('page')).toMatchObject({ outcome: 'ok' })
    for (const name of ['socket', 'media'] as const) {
      expect(of(name), name).toMatchObject({
        outcome: 'problem',
        fix: expect.stringContaining('headers Upgrade and Connection') as string,
      })
    }
  })
})
