import * as z from 'zod'
import { VENUE_TYPES } from '#protocol/endpoints/game.ts'
import { RETENTION_DAYS, type RetentionDays } from './database-settings.ts'
import { isAddressOrRange } from './address-ranges.ts'

/** An integer from `low` to `high`, both included. */
export const wholeNumber = (low: number, high: number): z.ZodType<number, string> =>
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

export const ORIGINS_EXPECTED = 'origins of this site, separated by commas, such as https://line-1.example.com'
/** Comma-separated origins. */
export const origins = z
  .string()
  .transform(list)
  .pipe(z.array(z.string().refine(isOrigin)).min(1).max(16))

/** True for the URL of a Redis server. */
export function isRedisUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** True for the URL of an SMTP server. */
export function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** True for an http or https address. */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** True for a path, or for an http or https address without user and password, which logs would show. */
export function isFeedAddress(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return isHttpAddress(text) && username === '' && password === ''
}

/** A secret on plain http is readable on the network. On this machine there is none. */
export const isPrivateAddress = (address: string): boolean =>
  /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])/i.test(address)

/** A mail address, or a name and an address in angle brackets, on one line. */
export const SENDER =
  /^(?:[^\p{C}<>"@]{1,64} <[^\s<>"@]{1,64}@[A-Za-z0-9.-]{1,253}>|[^\s<>"@]{1,64}@[A-Za-z0-9.-]{1,253})$/u

/** Secrets separated by spaces, each as long as SECRET. */
export const earlierSecrets = z
  .string()
  .transform((text) => text.split(/\s+/))
  .pipe(z.array(z.string().min(32).max(1024)).min(1).max(8))

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** True for the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}

export const ADDRESSES_EXPECTED = 'addresses or ranges, separated by commas, such as 203.0.113.7, 2001:db8::/32'
/** Comma-separated addresses and address ranges. */
export const addresses = z
  .string()
  .transform(list)
  .pipe(z.array(z.string().refine(isAddressOrRange)).min(1).max(1_000))

/** An ISO time with a zone, converted to epoch milliseconds. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const isRetained = (name: string): name is keyof RetentionDays => Object.hasOwn(RETENTION_DAYS, name)
const MAX_RETENTION_DAYS = 3_650
export const RETENTION_EXPECTED = `periods from 1 to ${MAX_RETENTION_DAYS} days, separated by commas, of ${Object.keys(RETENTION_DAYS).join(', ')}, such as chat=30,audit=730`

/** `name=days,name=days`: each name once. */
export const retentionDays: z.ZodType<Partial<RetentionDays>, string> = z
  .string()
  .transform((text) => list(text).map((pair) => /^([a-z]+)=(\d{1,4})$/.exec(pair)))
  .refine((pairs) => pairs.every((pair) => isRetained(pair?.[1] ?? '')))
  .transform((pairs) => pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])] as const))
  .refine((pairs) => pairs.every(([, days]) => days >= 1 && days <= MAX_RETENTION_DAYS))
  .refine((pairs) => pairs.length > 0 && new Set(pairs.map(([name]) => name)).size === pairs.length)
  .transform((pairs): Partial<RetentionDays> => Object.fromEntries(pairs))

export const SITE_HOSTS_EXPECTED =
  'hosts with the site that each of them shows, separated by commas, such as fresh.example.com=5001,usdt.example.com=5015'
const SITE_HOST = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?)=(\d{4})$/

/** `host=siteId,host=siteId`: each host once, only the given site ids. */
export const siteHosts = (siteIds: ReadonlySet<number>): z.ZodType<ReadonlyMap<string, number>, string> =>
  z
    .string()
    .transform((text) => list(text).map((pair) => SITE_HOST.exec(pair.toLowerCase())))
    .refine((pairs) => pairs.length > 0 && pairs.length <= 256 && pairs.every((pair) => siteIds.has(Number(pair?.[2]))))
    .transform((pairs) => pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])] as const))
    .refine((pairs) => new Set(pairs.map(([host]) => host)).size === pairs.length)
    .transform((pairs) => new Map(pairs))

export const REMOTE_VENUES_EXPECTED =
  'a JSON list of {"enName","chName","type","url","secret"} with an https url (http on this machine), see docs/venues.md'
const RemoteVenue = z.strictObject({
  enName: z.string().regex(/^[A-Z][A-Z0-9]{1,15}$/),
  chName: z.string().regex(/^[^\p{C}]{1,12}$/u),
  type: z.enum(VENUE_TYPES),
  /** Address of the provider, without a slash at its end. */
  url: z
    .string()
    .max(2_048)
    .refine((text) => isFeedAddress(text) && isPrivateAddress(`${text}/`) && !/[?#]/.test(text))
    .transform((text) => text.replace(/\/+$/, '')),
  /** Signs requests and responses. */
  secret: z.string().min(32).max(1024),
})
/** A venue whose games run at a provider. */
export type RemoteVenueConfig = z.infer<typeof RemoteVenue>

/** A JSON list of remote venues: each name once. */
export const remoteVenues: z.ZodType<readonly RemoteVenueConfig[], string> = z
  .string()
  .max(32_768)
  .transform((text): unknown => parseJson(text))
  .pipe(
    z
      .array(RemoteVenue)
      .min(1)
      .max(16)
      .refine((list) => new Set(list.map(({ enName }) => enName)).size === list.length),
  )
