import { isIP } from 'node:net'
import * as z from 'zod'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import { DEPLOYMENTS } from '#protocol/sites.ts'
import {
  ADDRESSES_EXPECTED,
  addresses,
  earlierSecrets,
  isFeedAddress,
  isPostgresUrl,
  isRedisUrl,
  isSmtpUrl,
  moment,
  origins,
  ORIGINS_EXPECTED,
  SENDER,
  parseJson,
  REMOTE_VENUES_EXPECTED,
  remoteVenues,
  RETENTION_EXPECTED,
  retentionDays,
  SITE_HOSTS_EXPECTED,
  siteHosts,
  wholeNumber,
} from './config-forms.ts'
import { SiteConfigOverrides } from './site-config.ts'

/** One environment variable: how it is parsed, and what it must contain. */
interface ConfigKey<Value = unknown> {
  /** Completes the sentence "PORT expects …". */
  readonly expects: string
  readonly schema: z.ZodType<Value, string>
  /** True if the value must never be printed. */
  readonly isSecret: boolean
  /** The value in `.env.example`. */
  readonly example: string
}

function key<Value>(
  expects: string,
  example: string,
  schema: z.ZodType<Value, string>,
  isSecret = false,
): ConfigKey<Value> {
  return { expects, example, schema, isSecret }
}

const SITE_IDS = new Set(DEPLOYMENTS.flatMap((row) => row.siteIds))

const listenAddress = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text))

/** All environment variables of the server. A test compares them with `.env.example`. */
export const CONFIG_KEYS = {
  MODE: key('demo or production', 'demo', z.enum(['demo', 'production'])),
  HOST: key('an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0', '127.0.0.1', listenAddress),
  PORT: key('a whole number from 0 to 65535 (0 = any free port)', '8080', wholeNumber(0, 65_535)),
  DATA_DIR: key('the path of a folder that the server may write to', 'data', z.string().max(1024)),
  DATABASE_URL: key(
    'postgres://user:password@host:port/database',
    '',
    z.string().refine(isPostgresUrl, { error: 'not a PostgreSQL address' }),
    true,
  ),
  DATABASE_OWNER_URL: key(
    'postgres://owner:password@host:port/database, for npm run migrate and restore only',
    '',
    z.string().refine(isPostgresUrl, { error: 'not a PostgreSQL address' }),
    true,
  ),
  DATABASE_POOL_SIZE: key('the number of connections to PostgreSQL, from 2 to 200', '10', wholeNumber(2, 200)),
  DATABASE_STATEMENT_TIMEOUT_MS: key(
    'the milliseconds after which PostgreSQL cancels a statement, from 1000 to 120000',
    '10000',
    wholeNumber(1_000, 120_000),
  ),
  RETENTION_DAYS: key(RETENTION_EXPECTED, '', retentionDays),
  REDIS_URL: key(
    'redis://user:password@host:port/number or rediss://…',
    '',
    z.string().refine(isRedisUrl, { error: 'not a Redis address' }),
    true,
  ),
  SECRET: key('at least 32 random characters', '', z.string().min(32).max(1024), true),
  EARLIER_SECRETS: key('earlier values of SECRET, separated by spaces', '', earlierSecrets, true),
  SMTP_URL: key(
    'smtp://user:password@host:587 or smtps://user:password@host:465; TLS is required unless the host is this machine',
    '',
    z.string().refine(isSmtpUrl, { error: 'not the address of a mail server' }),
    true,
  ),
  SMTP_FROM: key('a mail address, with or without a name: 看台 <no-reply@example.com>', '', z.string().regex(SENDER)),
  STARTING_COINS: key('the coins of a new member, from 0 to 1000000', '', wholeNumber(0, 1_000_000)),
  ALLOWED_ORIGINS: key('the origins of the pages, separated by commas, such as https://live.example.com', '', origins),
  API_DOMAINS: key(ORIGINS_EXPECTED, '', origins),
  NEWS_DOMAINS: key(ORIGINS_EXPECTED, '', origins),
  VIDEO_DOMAINS: key(ORIGINS_EXPECTED, '', origins),
  CHAT_DOMAINS: key(ORIGINS_EXPECTED, '', origins),
  SITE_CONFIG: key(
    'a JSON object of keys of src/protocol/site-config.ts with values of the same kind as their defaults',
    '',
    z
      .string()
      .max(16_384)
      .transform((text): unknown => parseJson(text))
      .pipe(SiteConfigOverrides),
  ),
  SITE_ID: key(
    'a site id from 5001 to 5028',
    String(DEFAULT_SITE_ID),
    wholeNumber(5001, 5028).refine((id) => SITE_IDS.has(id)),
  ),
  SITE_HOSTS: key(SITE_HOSTS_EXPECTED, '', siteHosts(SITE_IDS)),
  WORLD_SEED: key('a whole number from 0 to 4294967295', '20261121', wholeNumber(0, 0xffff_ffff)),
  CROWD: key('the size of the demo crowd, from 0 to 5000', '400', wholeNumber(0, 5_000)),
  MATCH_FEED: key(
    'the path of a file or an http or https address without user and password, see docs/match-feed.md',
    '',
    z.string().max(2_048).refine(isFeedAddress),
  ),
  MATCH_FEED_TOKEN: key('8 to 1024 characters without spaces', '', z.string().regex(/^[!-~]{8,1024}$/), true),
  MATCH_FEED_SECONDS: key('the seconds between two reads, from 1 to 3600', '5', wholeNumber(1, 3_600)),
  REMOTE_VENUES: key(REMOTE_VENUES_EXPECTED, '', remoteVenues, true),
  SERVICE_WORKER: key(
    '1 to let browsers keep the shell of the pages, or 0 to take it back from all of them',
    '1',
    z.enum(['0', '1']),
  ),
  INGEST: key('1 to take RTMP publishers in, or 0', '0', z.enum(['0', '1'])),
  INGEST_HOST: key('an address or host name at which RTMP publishers connect', '127.0.0.1', listenAddress),
  INGEST_PORT: key('a whole number from 0 to 65535 (0 = any free port)', '1935', wholeNumber(0, 65_535)),
  INGEST_SECRET: key('at least 32 random characters', '', z.string().min(32).max(1024), true),
  LOG_LEVEL: key(
    'trace, debug, info, warn, error, fatal or silent',
    'warn',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  ),
  TRUST_PROXY: key(
    'the number of proxies in front (0 to 10), or their addresses or ranges, separated by commas',
    '0',
    z.union([wholeNumber(0, 10), addresses]),
  ),
  MAINTENANCE_UNTIL: key('a time with its zone, such as 2026-11-21T06:00:00+08:00', '', moment),
  BLOCKED_ADDRESSES: key(ADDRESSES_EXPECTED, '', addresses),
  RESTRICTED_ADDRESSES: key(ADDRESSES_EXPECTED, '', addresses),
  CAVEAT_ADDRESSES: key(ADDRESSES_EXPECTED, '', addresses),
  GEETEST_ID: key('the id of the account at geetest, 32 characters', '', z.string().regex(/^[0-9a-z]{32}$/), true),
  GEETEST_KEY: key('the key of the account at geetest, 32 characters', '', z.string().regex(/^[0-9a-z]{32}$/), true),
  LOAD_TOKEN: key(
    '22 to 64 characters of A-Z, a-z, 0-9, - and _, in demo mode only',
    '',
    z.string().regex(/^[A-Za-z0-9_-]{22,64}$/),
    true,
  ),
  FRAME_BUDGET: key(
    'a whole number from 5 to 90: percent of a core that writing the frames of rooms may take; twice as much where intervals would exceed 250 ms',
    '30',
    wholeNumber(5, 90),
  ),
  RELAY_SECRET: key(
    'at least 32 random characters, the same at the server and at its relays',
    '',
    z.string().min(32).max(1024),
    true,
  ),
  ORIGIN_URL: key(
    'the address of the server that a relay forwards to, such as http://10.0.0.5:8080',
    '',
    z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  ),
  METRICS_TOKEN: key('22 to 128 characters without spaces', '', z.string().regex(/^[!-~]{22,128}$/), true),
} as const satisfies Record<string, ConfigKey>

export type ConfigKeyName = keyof typeof CONFIG_KEYS
export type ConfigValue<Name extends ConfigKeyName> = z.output<(typeof CONFIG_KEYS)[Name]['schema']>
