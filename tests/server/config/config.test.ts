import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { CONFIG_KEYS, type ConfigKeyName } from '#server/config/config-keys.ts'
import { readConfig, readEnvironment, type Environment } from '#server/config/config.ts'
import { RETENTION_DAYS } from '#server/config/database-settings.ts'
import { identityOf } from '#server/http/envelope/identity.ts'
import { isEqualText, readOrCreateSecret } from '#server/config/secrets.ts'
import { StartError } from '#server/config/start-error.ts'
import { PROJECT_ROOT, readProjectFile } from '../../support/project.ts'

const PRODUCTION = {
  SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://user:password@localhost:5432/grandstand',
  ALLOWED_ORIGINS: 'https://live.example.com',
}

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof StartError) return error.problems
    throw error
  }
  return []
}

describe('settled 28: modes', () => {
  it('demo needs no configuration', () => {
    expect(readConfig({ MODE: 'demo' })).toEqual({
      mode: 'demo',
      host: '127.0.0.1',
      port: 8080,
      dataDir: path.join(PROJECT_ROOT, 'data'),
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseLimits: { poolSize: 10, statementMs: 10_000 },
      retention: RETENTION_DAYS,
      redisUrl: null,
      secret: null,
      earlierSecrets: [],
      smtp: null,
      startingCoins: 2_000,
      allowedOrigins: [],
      domains: { api: [], news: [], video: [], chat: [] },
      siteSource: { overrides: {}, domains: { api: [], news: [], video: [], chat: [] }, hasAfs: true },
      siteConfigs: {
        CNY: CONFIG_DEFAULTS,
        USDT: { ...CONFIG_DEFAULTS, goldCoinRate: 70, fastWithdrawSwitch: 0, speedDepositSwitch: 0 },
      },
      access: { maintenanceUntil: null, blockedAddresses: [], restrictedAddresses: [], caveatAddresses: [] },
      geetest: null,
      siteId: 5009,
      siteHosts: new Map(),
      worldSeed: 20_261_121,
      crowd: 400,
      hasServiceWorker: true,
      hasSiteId: false,
      ingest: null,
      sharesPublishers: false,
      matchFeed: null,
      remoteVenues: [],
      logLevel: 'warn',
      trustProxy: 0,
      loadToken: null,
      metricsToken: null,
      frameBudget: 0.3,
      relaySecret: null,
    })
  })

  it('production is the default, and names all missing keys', () => {
    const problems = problemsOf({})
    expect(problems).toHaveLength(3)
    for (const name of ['SECRET', 'DATABASE_URL', 'ALLOWED_ORIGINS']) {
      expect(problems.some((line) => line.startsWith(`${name} is missing`))).toBe(true)
    }
    expect(problemsOf(PRODUCTION)).toEqual([])
    expect(readConfig(PRODUCTION)).toMatchObject({ mode: 'production', crowd: 0, logLevel: 'info' })
  })

  it('S4.19 production does not offer the built-in slider, for any configuration', () => {
    const set = '{"safeVerifyTypes":{"imageCode":0,"afs":1,"anji":1}}'
    for (const { siteConfigs } of [readConfig(PRODUCTION), readConfig({ ...PRODUCTION, SITE_CONFIG: set })]) {
      for (const { safeVerifyTypes } of [siteConfigs.CNY, siteConfigs.USDT]) {
        expect(safeVerifyTypes).toMatchObject({ afs: 0, anji: 1 })
      }
    }
    expect(readConfig({ MODE: 'demo' }).siteConfigs.CNY.safeVerifyTypes).toEqual({ imageCode: 1, afs: 1, anji: 1 })
  })

  it('S4.19 the server does not start without any kind of check', () => {
    const set = (afs: number) => ({ SITE_CONFIG: `{"safeVerifyTypes":{"imageCode":0,"afs":${afs},"anji":0}}` })
    const problem = /^SITE_CONFIG leaves no kind of safety check/
    expect(problemsOf({ MODE: 'demo', ...set(0) })).toEqual([expect.stringMatching(problem)])
    expect(problemsOf({ ...PRODUCTION, ...set(1) })).toEqual([expect.stringMatching(problem)])
    expect(problemsOf({ MODE: 'demo', ...set(1) })).toEqual([])
  })

  it('processes that share rooms need one secret, and take publishers in production only', () => {
    const shared = { REDIS_URL: 'redis://localhost', DATABASE_URL: PRODUCTION.DATABASE_URL }
    expect(problemsOf({ MODE: 'demo', ...shared })[0]).toMatch(/^SECRET is missing; .* all processes need the same one/)
    expect(problemsOf({ ...PRODUCTION, ...shared, INGEST: '1' })).toEqual([])
    const demo = { MODE: 'demo', ...shared, SECRET: PRODUCTION.SECRET, INGEST: '1' }
    expect(problemsOf(demo)).toEqual([
      expect.stringMatching(/^INGEST with REDIS_URL and DATABASE_URL is for production/),
    ])
    expect(problemsOf({ MODE: 'demo', REDIS_URL: shared.REDIS_URL, INGEST: '1' })).toEqual([])
  })

  it('a feed of matches needs production, and https for its token', () => {
    const address = 'https://feed.example.com/matches.json'
    const feed = { MATCH_FEED: address, MATCH_FEED_TOKEN: 'a-secret-token', MATCH_FEED_SECONDS: '10' }
    const matchFeed = { address, token: 'a-secret-token', intervalMs: 10_000 }
    expect(readConfig({ ...PRODUCTION, ...feed }).matchFeed).toEqual(matchFeed)
    expect(readConfig({ ...PRODUCTION, MATCH_FEED: '/srv/feed.json' }).matchFeed?.address).toBe('/srv/feed.json')
    const plain = { ...PRODUCTION, ...feed, MATCH_FEED: 'http://feed.example.com' }
    expect(problemsOf(plain)).toEqual([expect.stringMatching(/^MATCH_FEED_TOKEN needs .* https/)])
    expect(problemsOf({ ...plain, MATCH_FEED: 'http://127.0.0.1:9000/' })).toEqual([])
    for (const wrong of ['ftp://feed.example.com', 'https://user:password@feed.example.com']) {
      expect(problemsOf({ ...PRODUCTION, MATCH_FEED: wrong })[0]).toMatch(/^MATCH_FEED expects/)
    }
    expect(problemsOf({ MODE: 'demo', MATCH_FEED: address })[0]).toMatch(/^MATCH_FEED is for production/)
  })

  it('S7.56: a remote venue has a name of its own, a secret, and https except on this machine', () => {
    const secret = 's'.repeat(32)
    const venue = { enName: 'HWYX', chName: '海湾游戏', type: 'egame', url: 'https://games.example.com/', secret }
    const read = (list: unknown) => readConfig({ ...PRODUCTION, REMOTE_VENUES: JSON.stringify(list) }).remoteVenues
    expect(read([venue])).toEqual([{ ...venue, url: 'https://games.example.com' }])
    expect(read([{ ...venue, url: 'http://127.0.0.1:8090' }])).toHaveLength(1)
    const wrong = [
      'x',
      {},
      [],
      [venue, venue],
      [{ ...venue, enName: 'hwyx' }],
      [{ ...venue, chName: '' }],
      [{ ...venue, type: 'lottery' }],
      [{ ...venue, url: 'http://games.example.com' }],
      [{ ...venue, url: 'https://user:password@games.example.com' }],
      [{ ...venue, url: 'https://games.example.com?x=1' }],
      [{ ...venue, secret: 'short' }],
      [{ ...venue, more: 1 }],
    ]
    for (const list of wrong) {
      const [problem, ...others] = problemsOf({ ...PRODUCTION, REMOTE_VENUES: JSON.stringify(list) })
      expect(problem, JSON.stringify(list)).toMatch(/^REMOTE_VENUES expects/)
      expect(problem).not.toContain(secret)
      expect(others).toEqual([])
    }
  })

  it('production has neither load token nor crowd', () => {
    expect(problemsOf({ ...PRODUCTION, LOAD_TOKEN: 'a'.repeat(30) })[0]).toMatch(/^LOAD_TOKEN .* demo mode only/)
    expect(problemsOf({ ...PRODUCTION, CROWD: '10' })[0]).toMatch(/^CROWD .* demo mode only/)
    expect(problemsOf({ ...PRODUCTION, CROWD: '0' })).toEqual([])
  })
})

const WRONG: [ConfigKeyName, string][] = [
  ['MODE', 'test'],
  ['HOST', 'not a host'],
  ['HOST', '-x'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['RETENTION_DAYS', 'chat=0'],
  ['RETENTION_DAYS', 'chat=3651'],
  ['RETENTION_DAYS', 'chat=1,chat=2'],
  ['RETENTION_DAYS', 'ledger=30'],
  ['RETENTION_DAYS', 'toString=30'],
  ['RETENTION_DAYS', '30'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['REDIS_URL', 'localhost:6379'],
  ['API_DOMAINS', 'line-1.example.com'],
  ['NEWS_DOMAINS', 'https://news.example.com/path'],
  ['VIDEO_DOMAINS', "https://video.example.com'; script-src *"],
  ['CHAT_DOMAINS', 'ftp://chat.example.com'],
  ['SITE_CONFIG', 'not json'],
  ['SITE_CONFIG', '[]'],
  ['SITE_CONFIG', '{"unknownKey":1}'],
  ['SITE_CONFIG', '{"chatSwitch":"1"}'],
  ['SITE_CONFIG', '{"USDT":{"chatSwitch":"1"}}'],
  ['SITE_CONFIG', '{"CNY":[]}'],
  ['SITE_CONFIG', '{"USDT":{"CNY":{}}}'],
  ['SITE_CONFIG', '{"smsIntervalSeconds":0.5}'],
  ['SITE_CONFIG', '{"safeVerifyTypes":{"imageCode":2,"afs":1,"anji":1}}'],
  ['SITE_CONFIG', '{"apiDomains":["https://evil.example"]}'],
  ['SECRET', 'short'],
  ['EARLIER_SECRETS', `${'x'.repeat(32)} short`],
  ['STARTING_COINS', '-1'],
  ['STARTING_COINS', '1000001'],
  ['ALLOWED_ORIGINS', 'live.example.com'],
  ['ALLOWED_ORIGINS', 'https://live.example.com/'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', ','],
  ['SITE_ID', '5000'],
  ['SITE_ID', '5029'],
  ['SITE_HOSTS', 'a.example'],
  ['SITE_HOSTS', 'a.example=5000'],
  ['SITE_HOSTS', 'a.example=5001,b.example=5029'],
  ['SITE_HOSTS', 'a.example=5001,A.example=5003'],
  ['SITE_HOSTS', 'https://a.example=5001'],
  ['SITE_HOSTS', 'a.example/path=5001'],
  ['SITE_HOSTS', ','],
  ['SITE_CONFIG', '{"memberSleepDays":-1}'],
  ['SITE_CONFIG', '{"playMoney":0}'],
  ['SITE_CONFIG', '{"ty":[{"isDisplay":1}]}'],
  ['WORLD_SEED', '-5'],
  ['WORLD_SEED', '4294967296'],
  ['CROWD', '5001'],
  ['CROWD', 'many'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '11'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['LOAD_TOKEN', 'short'],
  ['METRICS_TOKEN', 'with a space in it, long enough'],
]

describe('an invalid value', () => {
  it.each(WRONG)('%s=%s is refused in one line with the key and the expected value', (name, value) => {
    const problems = problemsOf({ MODE: 'demo', [name]: value })
    expect(problems).toHaveLength(1)
    const [line = ''] = problems
    expect(line.startsWith(`${name} expects ${CONFIG_KEYS[name].expects}`)).toBe(true)
    expect(line).not.toContain('\n')
    expect(line.includes(JSON.stringify(value))).toBe(!CONFIG_KEYS[name].isSecret)
  })

  it('is reported together with all others', () => {
    expect(problemsOf({ MODE: 'demo', PORT: 'x', SITE_ID: 'y', CROWD: 'z' })).toHaveLength(3)
  })

  it('that is empty counts as unset', () => {
    expect(problemsOf({ MODE: 'demo', PORT: '', REDIS_URL: ' ', DATABASE_URL: '' })).toEqual([])
  })

  it('with the prefix of the project is reported as an unknown key', () => {
    expect(problemsOf({ MODE: 'demo', GRANDSTAND_PORT: '1' })).toEqual([
      'GRANDSTAND_PORT is not a key of this server; the key is called PORT',
    ])
  })
})

describe('a valid value', () => {
  it.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::', { host: '::' }],
    ['SITE_ID', '5028', { siteId: 5028 }],
    [
      'SITE_HOSTS',
      'a.example=5001, B.example:81=5028',
      {
        siteHosts: new Map([
          ['a.example', 5001],
          ['b.example:81', 5028],
        ]),
      },
    ],
    ['WORLD_SEED', '4294967295', { worldSeed: 0xffff_ffff }],
    [
      'ALLOWED_ORIGINS',
      'https://a.example, http://b.example:81',
      { allowedOrigins: ['https://a.example', 'http://b.example:81'] },
    ],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }],
    [
      'REDIS_URL',
      'rediss://:secret@cache.example.com:6380/2',
      { redisUrl: 'rediss://:secret@cache.example.com:6380/2' },
    ],
    [
      'SITE_CONFIG',
      '{"chatMinVipLevel":2,"ty":[{"enName":"ZBYX","isDisplay":1}]}',
      { siteConfigs: { USDT: { chatMinVipLevel: 2, ty: [{ enName: 'ZBYX', isDisplay: 1 }], chatSwitch: 1 } } },
    ],
    [
      'SITE_CONFIG',
      '{"giftSwitch":0,"USDT":{"giftSwitch":1,"speedDepositSwitch":1}}',
      {
        siteConfigs: {
          CNY: { giftSwitch: 0, speedDepositSwitch: 1 },
          USDT: { giftSwitch: 1, speedDepositSwitch: 1, fastWithdrawSwitch: 0 },
        },
      },
    ],
    [
      'NEWS_DOMAINS',
      'https://n1.example.com,https://n2.example.com',
      { siteConfigs: { CNY: { newsDomains: ['https://n1.example.com', 'https://n2.example.com'] } } },
    ],
    ['EARLIER_SECRETS', `${'a'.repeat(32)}  ${'b'.repeat(40)}`, { earlierSecrets: ['a'.repeat(32), 'b'.repeat(40)] }],
    ['STARTING_COINS', '0', { startingCoins: 0 }],
    ['DATA_DIR', '/var/lib/grandstand', { dataDir: '/var/lib/grandstand' }],
  ])('%s=%s', (name, value, expected) => {
    expect(readConfig({ MODE: 'demo', [name]: value })).toMatchObject(expected)
  })
})

describe('a mail server', () => {
  const url = 'smtps://user:p%40ss@mail.example.com:465'
  const from = '看台 <no-reply@example.com>'

  it('needs address and sender, and is never printed', () => {
    expect(readConfig({ MODE: 'demo', SMTP_URL: url, SMTP_FROM: from }).smtp).toEqual({ url, from })
    expect(problemsOf({ MODE: 'demo', SMTP_URL: url })).toEqual(['SMTP_URL and SMTP_FROM go together'])
    expect(problemsOf({ MODE: 'demo', SMTP_FROM: from })).toEqual(['SMTP_URL and SMTP_FROM go together'])
    const [line = ''] = problemsOf({ MODE: 'demo', SMTP_URL: 'http://secret@mail.example.com', SMTP_FROM: from })
    expect(line).toMatch(/^SMTP_URL expects smtp:/)
    expect(line).not.toContain('secret@')
  })

  it.each(['no-reply', 'a@b@c', '看台 no-reply@example.com', 'x\r\nBcc: <thief@example.com>', '"a" <b@c.example>'])(
    'refuses the sender %j',
    (wrong) => {
      expect(problemsOf({ MODE: 'demo', SMTP_URL: url, SMTP_FROM: wrong })).toHaveLength(1)
    },
  )

  it('production needs none, and gives new members no coins', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ smtp: null, startingCoins: 0 })
  })
})

describe('isEqualText', () => {
  it.each([
    ['密钥', '密钥', true],
    ['密钥', '密匙', false],
    // Same length in characters, but not in bytes.
    ['é'.repeat(3), 'e'.repeat(3), false],
    // Ends in the byte of A.
    ['\u0141', 'A', false],
    ['token', 'token', true],
    ['token', 'token ', false],
    ['', '', true],
  ])('compares %j with %j', (one, other, isEqual) => {
    expect(isEqualText(one, other)).toBe(isEqual)
  })
})

describe('configuration files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'grandstand-config-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('.env provides what the environment does not, and refuses unknown keys', () => {
    const file = path.join(folder, '.env')
    expect(readEnvironment({ PORT: '1' }, file)).toEqual({ PORT: '1' })
    writeFileSync(file, 'PORT=2\nSITE_ID=5001 # a comment\nNODE_ENV=test\n')
    expect(readEnvironment({ PORT: '1' }, file)).toMatchObject({ PORT: '1', SITE_ID: '5001' })
    writeFileSync(file, 'PROT=2\n')
    expect(() => readEnvironment({}, file)).toThrow('PROT is not a key of this server')
  })

  it('.env.example lists exactly the keys that are read, with valid demo values', () => {
    const lines = readProjectFile('.env.example').split('\n')
    const given = lines.flatMap((line) => {
      const [, name, value] = /^#?\s?([A-Z][A-Z_]+)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value ?? '']]
    })
    expect(new Set(given.map(([name]) => name))).toEqual(new Set(Object.keys(CONFIG_KEYS)))
    expect(given).toHaveLength(Object.keys(CONFIG_KEYS).length)
    const environment = Object.fromEntries(given.filter(([name]) => name !== 'MODE')) as Environment
    expect(problemsOf({ ...environment, MODE: 'demo' })).toEqual([])
  })

  it('secrets are created once, readable by the owner only, and refused if invalid', () => {
    const secret = readOrCreateSecret(folder, 'secret')
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(readOrCreateSecret(folder, 'secret')).toBe(secret)
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
    expect(readFileSync(path.join(folder, 'secret'), 'utf8')).toBe(`${secret}\n`)
    writeFileSync(path.join(folder, 'secret'), 'garbage')
    expect(() => readOrCreateSecret(folder, 'secret')).toThrow(/does not hold a secret/)
    expect(() => readOrCreateSecret(path.join(folder, 'absent'), 'secret')).toThrow(/cannot be written; check DATA_DIR/)
  })
})

it('settled 6: one secret has one identity', () => {
  const identity = identityOf('a secret of a deployment that is long')
  expect(identity.publicKey).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(identityOf('a secret of a deployment that is long').publicKey).toBe(identity.publicKey)
  expect(identityOf('another secret of a deployment, also long').publicKey).not.toBe(identity.publicKey)
})
