import { isIP } from 'node:net'
import * as z from 'zod'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import { DEPLOYMENTS } from '#protocol/sites.ts'

/** One environment value: how it is read from text, and in words what it has to be. */
export interface ConfigKey<Value = unknown> {
  /** Completes the sentence "PORT expects …". */
  readonly expects: string
  readonly schema: z.ZodType<Value, string>
  /** The value is never printed. */
  readonly isSecret: boolean
  /** What stands in `.env.example`. */
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

const wholeNumber = (low: number, high: number): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().int().min(low).max(high))

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.origin === text
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const SITE_IDS = new Set(DEPLOYMENTS.flatMap((row) => row.siteIds))

/** Every key the server reads. `.env.example` lists the same ones; a test compares them. */
export const CONFIG_KEYS = {
  MODE: key('demo or production', 'demo', z.enum(['demo', 'production'])),
  HOST: key(
    'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
    '127.0.0.1',
    z.string().refine((text) => isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text)),
  ),
  PORT: key('a whole number from 0 to 65535 (0 = any free port)', '8080', wholeNumber(0, 65_535)),
  DATA_DIR: key('the path of a folder that the server may write to', 'data', z.string().max(1024)),
  DATABASE_URL: key(
    'postgres://user:password@host:port/database',
    '',
    z.string().refine(isPostgresUrl, { error: 'not a PostgreSQL address' }),
    true,
  ),
  REDIS_URL: key(
    'to be empty: this version keeps room logs in one process and would ignore Redis',
    '',
    z.string().transform((text, context): never => {
      context.addIssue({ code: 'custom', input: text })
      return z.NEVER
    }),
    true,
  ),
  SECRET: key('at least 32 random characters', '', z.string().min(32).max(1024), true),
  ALLOWED_ORIGINS: key(
    'the origins of the pages, separated by commas, such as https://live.example.com',
    '',
    z
      .string()
      .transform(list)
      .pipe(z.array(z.string().refine(isOrigin)).min(1)),
  ),
  SITE_ID: key(
    'a site id from 5001 to 5028',
    String(DEFAULT_SITE_ID),
    wholeNumber(5001, 5028).refine((id) => SITE_IDS.has(id)),
  ),
  WORLD_SEED: key('a whole number from 0 to 4294967295', '20261121', wholeNumber(0, 0xffff_ffff)),
  CROWD: key('the size of the demo crowd, from 0 to 5000', '400', wholeNumber(0, 5_000)),
  LOG_LEVEL: key(
    'trace, debug, info, warn, error, fatal or silent',
    'warn',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  ),
  TRUST_PROXY: key(
    'the number of proxies in front (0 to 10), or their addresses or ranges, separated by commas',
    '0',
    z.union([
      wholeNumber(0, 10),
      z
        .string()
        .transform(list)
        .pipe(z.array(z.string().refine(isAddressOrRange)).min(1)),
    ]),
  ),
  LOAD_TOKEN: key(
    '22 to 64 characters of A-Z, a-z, 0-9, - and _, in demo mode only',
    '',
    z.string().regex(/^[A-Za-z0-9_-]{22,64}$/),
    true,
  ),
  METRICS_TOKEN: key('22 to 128 characters without spaces', '', z.string().regex(/^[!-~]{22,128}$/), true),
} as const satisfies Record<string, ConfigKey>

export type ConfigKeyName = keyof typeof CONFIG_KEYS
export type ConfigValue<Name extends ConfigKeyName> = z.output<(typeof CONFIG_KEYS)[Name]['schema']>
