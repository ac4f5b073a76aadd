import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { deploymentOf } from '#protocol/sites.ts'
import { offeredSafeTypes } from '#protocol/verification.ts'
import type { AccessConfig } from '../http/access/access.ts'
import type { ConfigKeyName, ConfigValue } from './config-keys.ts'
import { CONFIG_KEYS } from './config-keys.ts'
import { type IngestConfig, ingestOf } from '../media/ingest/ingest-config.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { siteConfigsOf, type SiteConfigs, type SiteDomains } from '../site/site-config.ts'
import { StartError } from './start-error.ts'
import type { GeetestKeys } from '../members/verification/geetest-vendor.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The validated configuration of the server. */
export interface Config {
  readonly mode: ConfigValue<'MODE'>
  readonly host: string
  readonly port: number
  /** Absolute path. */
  readonly dataDir: string
  /** Null selects the embedded database in the data folder. */
  readonly databaseUrl: string | null
  /** Null selects the in-memory response cache. */
  readonly redisUrl: string | null
  /** Null in demo mode only, where the secret is generated and stored in the data folder. */
  readonly secret: string | null
  /** Empty allows the requested host only. */
  readonly allowedOrigins: readonly string[]
  readonly domains: SiteDomains
  readonly siteConfigs: SiteConfigs
  /** Configuration of the default site. Safety checks and rooms, which all sites share, use it. */
  readonly siteConfig: SiteConfig
  readonly access: AccessConfig
  /** Null disables geetest. */
  readonly geetest: GeetestKeys | null
  readonly siteId: number
  /** Hosts that serve another site than `siteId`. */
  readonly siteHosts: ReadonlyMap<string, number>
  readonly worldSeed: number
  readonly crowd: number
  /** True if browsers may cache the application shell. */
  readonly hasServiceWorker: boolean
  /** Null disables RTMP publishers. */
  readonly ingest: IngestConfig | null
  readonly logLevel: ConfigValue<'LOG_LEVEL'>
  readonly trustProxy: number | readonly string[]
  readonly loadToken: string | null
  readonly metricsToken: string | null
}

/** Names with this prefix are not keys of this server, so one is a spelling error and is reported. */
const FOREIGN_PREFIX = 'GRANDSTAND_'
/** Names that `.env` may contain for other programs of this project. */
const OTHER_KEYS_OF_ENV_FILE = new Set(['NODE_ENV'])
const NEEDED_IN_PRODUCTION = ['SECRET', 'DATABASE_URL', 'ALLOWED_ORIGINS'] as const

const DEFAULT_PORT = 8080
const DEFAULT_WORLD_SEED = 20_261_121
const DEFAULT_CROWD = 400

/**
 * Reads the configuration from environment variables. Empty values count as absent.
 *
 * @throws StartError with one line per missing or invalid value.
 */
export function readConfig(environment: Environment): Config {
  const problems: string[] = unknownNames(Object.keys(environment).filter((name) => name.startsWith(FOREIGN_PREFIX)))
  const read = <Name extends ConfigKeyName>(name: Name): ConfigValue<Name> | undefined => {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return undefined
    const { schema, expects, isSecret } = CONFIG_KEYS[name]
    const result = schema.safeParse(text)
    if (result.success) return result.data as ConfigValue<Name>
    problems.push(`${name} expects ${expects}${isSecret ? '' : `; it is ${JSON.stringify(text.slice(0, 80))}`}`)
    return undefined
  }
  const isGiven = (name: ConfigKeyName): boolean => (environment[name] ?? '').trim() !== ''

  const mode = read('MODE') ?? 'production'
  const isModeWrong = problems.some((line) => line.startsWith('MODE '))
  const domains: SiteDomains = {
    api: read('API_DOMAINS') ?? [],
    news: read('NEWS_DOMAINS') ?? [],
    video: read('VIDEO_DOMAINS') ?? [],
    chat: read('CHAT_DOMAINS') ?? [],
  }
  const siteId = read('SITE_ID') ?? DEFAULT_SITE_ID
  const siteConfigs = siteConfigsOf(read('SITE_CONFIG') ?? {}, domains, mode === 'demo')
  const config: Config = {
    mode,
    host: read('HOST') ?? '127.0.0.1',
    port: read('PORT') ?? DEFAULT_PORT,
    dataDir: resolve(PROJECT_ROOT, read('DATA_DIR') ?? 'data'),
    databaseUrl: read('DATABASE_URL') ?? null,
    redisUrl: read('REDIS_URL') ?? null,
    secret: read('SECRET') ?? null,
    allowedOrigins: read('ALLOWED_ORIGINS') ?? [],
    domains,
    siteConfigs,
    siteConfig: siteConfigs[deploymentOf(siteId).settleCurrency],
    access: {
      maintenanceUntil: read('MAINTENANCE_UNTIL') ?? null,
      blockedAddresses: read('BLOCKED_ADDRESSES') ?? [],
      restrictedAddresses: read('RESTRICTED_ADDRESSES') ?? [],
      caveatAddresses: read('CAVEAT_ADDRESSES') ?? [],
    },
    geetest: geetestOf(read('GEETEST_ID'), read('GEETEST_KEY')),
    siteId,
    siteHosts: read('SITE_HOSTS') ?? new Map(),
    worldSeed: read('WORLD_SEED') ?? DEFAULT_WORLD_SEED,
    crowd: read('CROWD') ?? (mode === 'demo' ? DEFAULT_CROWD : 0),
    hasServiceWorker: read('SERVICE_WORKER') !== '0',
    ingest: ingestOf(read('INGEST'), read('INGEST_PORT'), read('INGEST_SECRET')),
    logLevel: read('LOG_LEVEL') ?? (mode === 'demo' ? 'warn' : 'info'),
    trustProxy: read('TRUST_PROXY') ?? 0,
    loadToken: read('LOAD_TOKEN') ?? null,
    metricsToken: read('METRICS_TOKEN') ?? null,
  }
  if (isGiven('GEETEST_ID') !== isGiven('GEETEST_KEY')) problems.push('GEETEST_ID and GEETEST_KEY go together')
  if (mode === 'production' && !isModeWrong) {
    for (const name of NEEDED_IN_PRODUCTION) {
      if (!isGiven(name)) problems.push(`${name} is missing; in production it expects ${CONFIG_KEYS[name].expects}`)
    }
    if (isGiven('LOAD_TOKEN')) problems.push('LOAD_TOKEN lifts limits and is for demo mode only; remove it')
    if (isGiven('CROWD') && config.crowd > 0) problems.push('CROWD is for demo mode only; remove it or set it to 0')
  }
  if (offeredSafeTypes(config.siteConfig.safeVerifyTypes).length === 0) {
    problems.push('SITE_CONFIG leaves no kind of safety check: switch imageCode or anji on; afs is for demo mode only')
  }
  if (problems.length > 0) throw new StartError(problems)
  return config
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

function unknownNames(names: readonly string[]): string[] {
  return names.map((name) => {
    const bare = name.replace(FOREIGN_PREFIX, '')
    const hint = Object.hasOwn(CONFIG_KEYS, bare) ? `; the key is called ${bare}` : '; .env.example lists all keys'
    return `${name} is not a key of this server${hint}`
  })
}
