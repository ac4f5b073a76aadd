import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CONFIG_KEYS } from '#server/config/config-keys.ts'
import { readConfig } from '#server/config/config.ts'
import { findProgram } from './support/programs.ts'
import { PROJECT_ROOT, readProjectFile } from './support/project.ts'

const dockerfile = readProjectFile('deploy/Dockerfile')
const unit = readProjectFile('deploy/grandstand.service')
/** Values of the environment with which the samples are filled in. */
const FILLED: Record<string, string> = {
  SERVER_NAME: 'live.example.com',
  SECRET: 'kJ8vQm2xTz5rLw9pYc4nBd7hGs3fXe6aUo1iRt0jWqZ',
  METRICS_TOKEN: 'a-token-of-the-metrics-1',
  POSTGRES_PASSWORD: 'p'.repeat(24),
  POSTGRES_OWNER_PASSWORD: 'o'.repeat(24),
  REDIS_PASSWORD: 'r'.repeat(24),
}
const isNodeKey = (name: string): boolean => name === 'NODE_ENV'
const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(CONFIG_KEYS, name) && !isNodeKey(name))

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly ports?: readonly string[]
  readonly ulimits?: Readonly<Record<string, number>>
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }
  }
}

describe('deploy/Dockerfile', () => {
  /** The variables of its ENV lines. */
  const env = Object.fromEntries(
    [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')),
    ),
  ) as Record<string, string>

  it('copies files that exist', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    expect(copied).toContain('package-lock.json')
    expect(copied.filter((name) => !existsSync(path.join(PROJECT_ROOT, name)))).toEqual([])
    const scripts = [...dockerfile.matchAll(/node (scripts\/\S+)/g)].map(([, name = '']) => name)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((name) => !existsSync(path.join(PROJECT_ROOT, name)))).toEqual([])
  })

  it('sends everything that a build reads to Docker, and nothing else', async () => {
    const ignore = readProjectFile('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => /^[^#]/.test(line))
    expect(ignore[0]).toBe('*')
    const allowed = ignore.slice(1).map((line) => line.replace(/^!/, ''))
    const stamp = readProjectFile('scripts/build-stamp.mjs')
    const sources = [...(/const SOURCES = \[([\s\S]*?)\]/.exec(stamp)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
      ([, name = '']) => name,
    )
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((name) => !allowed.some((place) => name === place || name.startsWith(`${place}/`)))).toEqual(
      [],
    )
    for (const name of ['data', 'dist', 'node_modules', '.env', '.git', 'tests']) expect(allowed).not.toContain(name)
  })

  it('sets known variables, runs as another user than root, and has a health check', () => {
    expect(unknown(Object.keys(env))).toEqual([])
    expect(env).toMatchObject({ MODE: 'production', HOST: '0.0.0.0' })
    expect(dockerfile.indexOf('\nUSER grandstand\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '))
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/readyz/m)
    expect(dockerfile).toMatch(/^FROM node:22-alpine3\.22 AS build$/m)
    expect(dockerfile).toMatch(/^FROM alpine:3\.22$/m)
  })
})

describe('deploy/compose.yml', () => {
  const compose = parse(readProjectFile('deploy/compose.yml')) as Compose
  const app = compose.services['app']!

  /** Replaces `${NAME:?…}` and `${NAME:-}` like Docker. */
  const filled = (value: string): string =>
    value.replaceAll(/\$\{([A-Z_]+)(:[?-][^}]*)?\}/g, (_, name: string, rest = '') => {
      if (FILLED[name] === undefined && !rest.startsWith(':-')) throw new Error(`${name} is not in the list of keys`)
      return FILLED[name] ?? ''
    })
  const environment = Object.fromEntries(
    Object.entries(app.environment ?? {}).map(([name, value]) => [name, filled(value)]),
  )

  it('gives the server a valid production configuration with known keys', () => {
    expect(unknown(Object.keys(environment))).toEqual([])
    const config = readConfig({ MODE: 'production', ...environment })
    expect(config).toMatchObject({
      databaseUrl: `postgres://grandstand:${FILLED['POSTGRES_PASSWORD']}@database:5432/grandstand`,
      allowedOrigins: ['https://live.example.com'],
      trustProxy: [compose.networks.default.ipam.config[0]!.subnet],
    })
  })

  it('gives the rights of the owner to the migration only, and creates the role of the server', () => {
    const migrate = compose.services['migrate']!
    const given = Object.fromEntries(
      Object.entries(migrate.environment ?? {}).map(([name, value]) => [name, filled(value)]),
    )
    expect(unknown(Object.keys(given))).toEqual([])
    const config = readConfig({ MODE: 'production', ...given })
    expect(config.databaseUrl).toBe(environment['DATABASE_URL'])
    const owner = new URL(config.databaseOwnerUrl ?? '')
    expect([owner.username, owner.password]).toEqual(['grandstand_owner', FILLED['POSTGRES_OWNER_PASSWORD']])
    expect(environment).not.toHaveProperty('DATABASE_OWNER_URL')
    expect(compose.services['database']?.environment).toMatchObject({ POSTGRES_USER: owner.username })
    expect(readProjectFile('deploy/database-role.sh')).toContain('CREATE ROLE grandstand LOGIN')
  })

  it('names its required keys at its top, and has no default for a secret', () => {
    const text = readProjectFile('deploy/compose.yml')
    const required = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name)
    expect([...new Set(required)].toSorted()).toEqual(Object.keys(FILLED).toSorted())
    const head = text.slice(0, text.indexOf('\nname:'))
    for (const name of required) expect(head).toContain(name)
  })

  it('starts PostgreSQL 15 or newer, Redis 6.2 or newer, then the server, then nginx, each when the former is healthy', () => {
    const images = Object.fromEntries(Object.entries(compose.services).map(([name, { image }]) => [name, image ?? '']))
    const major = (name: string): number => Number(/:(\d+)/.exec(images[name] ?? '')?.[1])
    expect(major('database')).toBeGreaterThanOrEqual(15)
    expect(major('redis')).toBeGreaterThanOrEqual(7)
    expect(app.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    })
    expect(compose.services['migrate']?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    for (const name of ['database', 'redis'])
      expect(compose.services[name]?.healthcheck?.test).toHaveLength(name === 'redis' ? 3 : 6)
    expect(compose.services['proxy']?.depends_on).toEqual({ app: { condition: 'service_healthy' } })
    // Only nginx can be reached from outside; publishers of this machine reach the server.
    const published = Object.entries(compose.services).flatMap(([name, { ports }]) => (ports ? [[name, ports]] : []))
    expect(published).toEqual([
      ['app', ['${INGEST_BIND:-127.0.0.1}:1935:1935']],
      // The network has no IPv6. Docker would give all IPv6 viewers the address of its gateway.
      ['proxy', ['0.0.0.0:80:80', '0.0.0.0:443:443']],
    ])
  })

  it('gives nginx the connections that docs/nginx.conf has', () => {
    const limits = (file: string) =>
      [...readProjectFile(file).matchAll(/^ *worker_(?:connections|rlimit_nofile) \d+;$/gm)].map(([line]) => line)
    expect(limits('docs/nginx.conf')).toHaveLength(2)
    expect(limits('deploy/nginx.conf.template')).toEqual(limits('docs/nginx.conf'))
    const { volumes, environment: variables, ulimits } = compose.services['proxy']!
    // The image writes the main configuration.
    expect(volumes).toContain('./nginx.conf.template:/etc/nginx/templates/nginx.conf.template:ro')
    expect(variables).toMatchObject({ NGINX_ENVSUBST_OUTPUT_DIR: '/etc/nginx' })
    expect(limits('deploy/nginx.conf.template')).toContain(`worker_rlimit_nofile ${ulimits?.['nofile']};`)
  })

  it('mounts files and volumes that exist', () => {
    expect(path.join('deploy', app.build?.context ?? '', app.build?.dockerfile ?? '')).toBe('deploy/Dockerfile')
    const sources = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0] ?? ''),
    )
    for (const source of sources) {
      if (source === './certs') continue // The operator provides it.
      if (source.startsWith('.')) expect(existsSync(path.join(PROJECT_ROOT, 'deploy', source)), source).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(source)
    }
  })
})

describe('deploy/grandstand.service', () => {
  it('sets known variables and starts the built server', () => {
    const pairs = /^Environment=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
    expect(pairs.length).toBeGreaterThan(1)
    expect(unknown(pairs.map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node .*dist\/server\/main\.js$/m)
  })

  it('is started again without a limit, also while PostgreSQL or Redis is away', () => {
    const [head = ''] = unit.split('[Service]')
    expect(head).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(unit).toMatch(/^Restart=always$/m)
  })

  it.runIf(findProgram('systemd-analyze') !== null)('is accepted by systemd', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-unit-'))
    const file = path.join(folder, 'grandstand.service')
    // The program must exist for the check.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true, force: true })
    expect(stderr.split('\n').filter((line) => line.includes('grandstand'))).toEqual([])
  })
})
