import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { DEFAULT_SITE_ID, FRAME_BUDGET } from '#protocol/constants.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { offeredSafeTypes } from '#protocol/verification.ts'
import { POOL_LIMITS, type PoolLimits, RETENTION_DAYS, type RetentionDays } from './database-settings.ts'
import { CONFIG_KEYS, type ConfigKeyName, type ConfigValue } from './config-keys.ts'
import { isHttpAddress, isPrivateAddress, type RemoteVenueConfig } from './config-forms.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { siteConfigsOf, type SiteConfigs, type SiteConfigSource, type SiteDomains } from './site-config.ts'
import { StartError } from './start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Access rules of the operator. */
export interface AccessConfig {
  /** Epoch milliseconds; null if the site is open. */
  readonly maintenanceUntil: number | null
  readonly blockedAddresses: readonly string[]
  readonly restrictedAddresses: readonly string[]
  readonly caveatAddresses: readonly string[]
}

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** The sender, for example `看台 <no-reply@example.com>`. */
  readonly from: string
}

/** The operator's account at the vendor. */
export interface GeetestKeys {
  readonly id: string
  readonly key: string
}

/** The validated configuration of the server. */
export interface Config {
  readonly mode: ConfigValue<'MODE'>
  readonly host: string
  readonly port: number
  /** Absolute path. */
  readonly dataDir: string
  /** Null selects the embedded database in the data folder. */
  readonly databaseUrl: string | null
  /** The owner of the tables, for commands that change the schema. Null if the role of {@link databaseUrl} owns them. */
  readonly databaseOwnerUrl: string | null
  /** Limits of the connections to PostgreSQL. */
  readonly databaseLimits: Pick<PoolLimits, 'poolSize' | 'statementMs'>
  /** Periods after which data are deleted. */
  readonly retention: RetentionDays
  /** Null selects the in-memory response cache. */
  readonly redisUrl: string | null
  /** Null in demo mode only, where the secret is generated and stored in the data folder. */
  readonly secret: string | null
  /** Values of SECRET before the current one, newest first: contacts of members that they encrypted stay readable. */
  readonly earlierSecrets: readonly string[]
  /** Null disables mail. */
  readonly smtp: SmtpOptions | null
  /** Coins that a new member gets. */
  readonly startingCoins: number
  /** Empty allows the requested host only. */
  readonly allowedOrigins: readonly string[]
  readonly domains: SiteDomains
  readonly siteSource: SiteConfigSource
  readonly siteConfigs: SiteConfigs
  readonly access: AccessConfig
  /** Null disables geetest. */
  readonly geetest: GeetestKeys | null
  readonly siteId: number
  /** True if the environment sets `siteId`, which then has priority over the one chosen at set-up. */
  readonly hasSiteId: boolean
  /** Hosts that serve another site than `siteId`. */
  readonly siteHosts: ReadonlyMap<string, number>
  /** Null without a feed of matches. */
  readonly matchFeed: MatchFeedConfig | null
  /** Venues whose games run at a provider. */
  readonly remoteVenues: readonly RemoteVenueConfig[]
  readonly worldSeed: number
  readonly crowd: number
  /** True if browsers may cache the application shell. */
  readonly hasServiceWorker: boolean
  /** Null disables RTMP publishers. */
  readonly ingest: IngestConfig | null
  /** True if several processes share the list of their publishers. The demo world has streams of its own. */
  readonly sharesPublishers: boolean
  readonly logLevel: ConfigValue<'LOG_LEVEL'>
  readonly trustProxy: number | readonly string[]
  readonly loadToken: string | null
  readonly metricsToken: string | null
  /** Null refuses relays. */
  /** Share of a core that writing the frames of rooms may take. */
  readonly frameBudget: number
  readonly relaySecret: string | null
}

interface MatchFeedConfig {
  /** Path of a file, or an http or https address. */
  readonly address: string
  readonly token: string | null
  readonly intervalMs: number
}

/** Names with this prefix are not keys of this server, so one is a spelling error and is reported. */
const FOREIGN_PREFIX = 'GRANDSTAND_'
/** Names that `.env` may contain for other programs of this project. */
const OTHER_KEYS_OF_ENV_FILE = new Set(['NODE_ENV'])
const NEEDED_IN_PRODUCTION = ['SECRET', 'DATABASE_URL', 'ALLOWED_ORIGINS'] as const

const DEFAULT_PORT = 8080
/** Seconds between two reads of the feed of matches. */
const DEFAULT_FEED_SECONDS = 5
const DEFAULT_WORLD_SEED = 20_261_121
const PERCENT = 100
const DEFAULT_CROWD = 400
/** Enough for some gifts of each kind. */
const DEMO_STARTING_COINS = 2_000

/**
 * Reads the configuration from environment variables. Empty values count as absent.
 *
 * @throws StartError with one line per missing or invalid value.
 */
export function readConfig(environment: Environment): Config {
  const values = new EnvironmentReader(environment)
  const config = configOf(values)
  const problems = [...values.problems, ...conflictsOf(config, values)]
  if (problems.length > 0) throw new StartError(problems)
  return config
}

/** Reads validated values of environment variables and collects the problems of invalid ones. */
export class EnvironmentReader {
  readonly problems: string[]
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
    this.problems = unknownNames(Object.keys(environment).filter((name) => name.startsWith(FOREIGN_PREFIX)))
  }

  /** True if the variable is set, valid or not. */
  has(name: ConfigKeyName): boolean {
    return this.#textOf(name) !== ''
  }

  /** The value, or `fallback` if the variable is not set or invalid. */
  get<Name extends ConfigKeyName, Fallback>(name: Name, fallback: Fallback): ConfigValue<Name> | Fallback {
    const text = this.#textOf(name)
    if (text === '') return fallback
    const { schema, expects, isSecret } = CONFIG_KEYS[name]
    const result = schema.safeParse(text)
    if (result.success) return result.data as ConfigValue<Name>
    this.problems.push(`${name} expects ${expects}${isSecret ? '' : `; it is ${JSON.stringify(text.slice(0, 80))}`}`)
    return fallback
  }

  #textOf(name: ConfigKeyName): string {
    return (this.#environment[name] ?? '').trim()
  }
}

function configOf(values: EnvironmentReader): Config {
  const mode = values.get('MODE', 'production')
  const isDemo = mode === 'demo'
  const domains: SiteDomains = {
    api: values.get('API_DOMAINS', []),
    news: values.get('NEWS_DOMAINS', []),
    video: values.get('VIDEO_DOMAINS', []),
    chat: values.get('CHAT_DOMAINS', []),
  }
  const siteId = values.get('SITE_ID', DEFAULT_SITE_ID)
  const siteSource = { overrides: values.get('SITE_CONFIG', {}), domains, hasAfs: isDemo }
  return {
    mode,
    host: values.get('HOST', '127.0.0.1'),
    port: values.get('PORT', DEFAULT_PORT),
    dataDir: resolve(PROJECT_ROOT, values.get('DATA_DIR', 'data')),
    databaseUrl: values.get('DATABASE_URL', null),
    databaseOwnerUrl: values.get('DATABASE_OWNER_URL', null),
    databaseLimits: {
      poolSize: values.get('DATABASE_POOL_SIZE', POOL_LIMITS.poolSize),
      statementMs: values.get('DATABASE_STATEMENT_TIMEOUT_MS', POOL_LIMITS.statementMs),
    },
    retention: { ...RETENTION_DAYS, ...values.get('RETENTION_DAYS', {}) },
    redisUrl: values.get('REDIS_URL', null),
    secret: values.get('SECRET', null),
    earlierSecrets: values.get('EARLIER_SECRETS', []),
    smtp: smtpOf(values.get('SMTP_URL', undefined), values.get('SMTP_FROM', undefined)),
    startingCoins: values.get('STARTING_COINS', isDemo ? DEMO_STARTING_COINS : 0),
    allowedOrigins: values.get('ALLOWED_ORIGINS', []),
    domains,
    siteSource,
    siteConfigs: siteConfigsOf(siteSource),
    access: {
      maintenanceUntil: values.get('MAINTENANCE_UNTIL', null),
      blockedAddresses: values.get('BLOCKED_ADDRESSES', []),
      restrictedAddresses: values.get('RESTRICTED_ADDRESSES', []),
      caveatAddresses: values.get('CAVEAT_ADDRESSES', []),
    },
    geetest: geetestOf(values.get('GEETEST_ID', undefined), values.get('GEETEST_KEY', undefined)),
    siteId,
    hasSiteId: values.has('SITE_ID'),
    siteHosts: values.get('SITE_HOSTS', new Map<string, number>()),
    matchFeed: matchFeedOf(values),
    remoteVenues: values.get('REMOTE_VENUES', []),
    worldSeed: values.get('WORLD_SEED', DEFAULT_WORLD_SEED),
    crowd: values.get('CROWD', isDemo ? DEFAULT_CROWD : 0),
    hasServiceWorker: values.get('SERVICE_WORKER', '1') !== '0',
    ingest: ingestOf(values, isDemo),
    sharesPublishers: !isDemo,
    logLevel: values.get('LOG_LEVEL', isDemo ? 'warn' : 'info'),
    trustProxy: values.get('TRUST_PROXY', 0),
    loadToken: values.get('LOAD_TOKEN', null),
    metricsToken: values.get('METRICS_TOKEN', null),
    frameBudget: values.get('FRAME_BUDGET', FRAME_BUDGET * PERCENT) / PERCENT,
    relaySecret: values.get('RELAY_SECRET', null),
  }
}

function matchFeedOf(values: EnvironmentReader): MatchFeedConfig | null {
  const address = values.get('MATCH_FEED', null)
  const token = values.get('MATCH_FEED_TOKEN', null)
  const intervalMs = values.get('MATCH_FEED_SECONDS', DEFAULT_FEED_SECONDS) * SECOND_MS
  if (address === null) return null
  return { address: isHttpAddress(address) ? address : resolve(PROJECT_ROOT, address), token, intervalMs }
}

/**
 * The configuration with the site id that was chosen at set-up, unless the environment sets one, and with the site's
 * stored configurations.
 */
export function withStoredSite(
  config: Config,
  stored: { readonly siteId: number } | null,
  siteConfigs: SiteConfigs,
): Config {
  const siteId = stored === null || config.hasSiteId ? config.siteId : stored.siteId
  return { ...config, siteId, siteConfigs }
}

/** Valid values that contradict each other, and values that production needs or forbids. */
function conflictsOf(config: Config, values: EnvironmentReader): string[] {
  const { mode, crowd, siteConfigs } = config
  const problems = [...sharingConflicts(config, values), ...feedConflicts(config, values)]
  if (values.has('GEETEST_ID') !== values.has('GEETEST_KEY')) problems.push('GEETEST_ID and GEETEST_KEY go together')
  if (values.has('SMTP_URL') !== values.has('SMTP_FROM')) problems.push('SMTP_URL and SMTP_FROM go together')
  const isModeWrong = values.problems.some((line) => line.startsWith('MODE '))
  if (mode === 'production' && !isModeWrong) {
    for (const name of NEEDED_IN_PRODUCTION) {
      if (values.has(name)) continue
      problems.push(`${name} is missing; in production it expects ${CONFIG_KEYS[name].expects}`)
    }
    if (values.has('LOAD_TOKEN')) problems.push('LOAD_TOKEN lifts limits and is for demo mode only; remove it')
    if (values.has('CROWD') && crowd > 0) problems.push('CROWD is for demo mode only; remove it or set it to 0')
  }
  if (Object.values(siteConfigs).some(({ safeVerifyTypes }) => offeredSafeTypes(safeVerifyTypes).length === 0)) {
    problems.push('SITE_CONFIG leaves no kind of safety check: switch imageCode or anji on; afs is for demo mode only')
  }
  return problems
}

function feedConflicts({ mode, matchFeed }: Config, values: EnvironmentReader): string[] {
  const problems: string[] = []
  if (values.has('MATCH_FEED_TOKEN') && !isPrivateAddress(matchFeed?.address ?? '')) {
    problems.push('MATCH_FEED_TOKEN needs a MATCH_FEED with an https address')
  }
  if (mode === 'demo' && values.has('MATCH_FEED')) {
    problems.push('MATCH_FEED is for production; in demo mode the demo world is the source of matches')
  }
  return problems
}

/** Settings that contradict several processes, which share rooms with REDIS_URL and DATABASE_URL. */
function sharingConflicts({ mode, ingest }: Config, values: EnvironmentReader): string[] {
  const problems: string[] = []
  if (!values.has('REDIS_URL') || !values.has('DATABASE_URL')) return problems
  // In production it is required anyway.
  if (mode === 'demo' && !values.has('SECRET')) {
    problems.push('SECRET is missing; with REDIS_URL and DATABASE_URL all processes need the same one')
  }
  if (ingest && mode === 'demo') {
    problems.push('INGEST with REDIS_URL and DATABASE_URL is for production; in demo mode remove REDIS_URL')
  }
  return problems
}

/**
 * Returns the process environment, completed with names from `.env` that it does not set.
 *
 * @throws StartError for an unknown name in `.env`, which is probably misspelt.
 */
export function readEnvironment(processEnvironment: Environment, file = resolve(PROJECT_ROOT, '.env')): Environment {
  if (!existsSync(file)) return processEnvironment
  const inFile = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
  const problems = unknownNames(
    Object.keys(inFile).filter((name) => !Object.hasOwn(CONFIG_KEYS, name) && !OTHER_KEYS_OF_ENV_FILE.has(name)),
  )
  if (problems.length > 0) throw new StartError(problems)
  return { ...inFile, ...processEnvironment }
}

function geetestOf(id: string | undefined, key: string | undefined): GeetestKeys | null {
  return id === undefined || key === undefined ? null : { id, key }
}

function smtpOf(url: string | undefined, from: string | undefined): SmtpOptions | null {
  return url === undefined || from === undefined ? null : { url, from }
}

function unknownNames(names: readonly string[]): string[] {
  return names.map((name) => {
    const bare = name.replace(FOREIGN_PREFIX, '')
    const hint = Object.hasOwn(CONFIG_KEYS, bare) ? `; the key is called ${bare}` : '; .env.example lists all keys'
    return `${name} is not a key of this server${hint}`
  })
}

interface IngestConfig {
  /** The address at which publishers connect. */
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** Signs stream keys; null derives it from the server secret. */
  readonly secret: string | null
  /** `npm run ingest-key` makes stream keys; otherwise the console issues them. */
  readonly hasSignedKeys: boolean
}

const DEFAULT_RTMP_PORT = 1935

/** RTMP is not encrypted, so by default publishers of this machine only can connect; others need a tunnel. */
const LOOPBACK = '127.0.0.1'

/** Null unless INGEST is 1. */
function ingestOf(values: EnvironmentReader, hasSignedKeys: boolean): IngestConfig | null {
  if (values.get('INGEST', undefined) !== '1') return null
  const host = values.get('INGEST_HOST', LOOPBACK)
  const port = values.get('INGEST_PORT', DEFAULT_RTMP_PORT)
  return { host, port, secret: values.get('INGEST_SECRET', null), hasSignedKeys }
}
