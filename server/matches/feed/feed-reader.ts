import { open } from 'node:fs/promises'
import { isHttpAddress } from '../../config/config-forms.ts'
import { BodyTooLarge, bodyWithin } from '../../net/response-body.ts'
import { FeedError } from './feed-document.ts'

/** A larger feed is refused. */
export const FEED_MAX_BYTES = 10 * 1024 * 1024
/** A feed that has not arrived completely by then is refused. */
const READ_LIMIT_MS = 8_000

/** Where a feed is: a path, or an http or https address with an optional bearer token. */
interface FeedLocation {
  readonly address: string
  readonly token: string | null
}

export type ReadFeed = () => Promise<string>

/** Returns a function that reads the text of a feed. It throws a {@link FeedError} with a text for the operator. */
export function feedReader({ address, token }: FeedLocation, limitMs: number = READ_LIMIT_MS): ReadFeed {
  const read = isHttpAddress(address) ? () => fetchBytes(address, token, limitMs) : () => fileBytes(address)
  return async () => decode(await read())
}

async function fileBytes(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new FeedError(`the file cannot be read (${codeOf(error)})`)
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new FeedError('the path is not a file')
    if (stat.size > FEED_MAX_BYTES) throw new FeedError('the feed is larger than 10 MB')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function fetchBytes(url: string, token: string | null, limitMs: number): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(limitMs)
  const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
  try {
    // A redirect would send the token to another server.
    const response = await fetch(url, { headers, signal, redirect: 'error' })
    return await bodyOf(response)
  } catch (error) {
    if (error instanceof FeedError) throw error
    if (signal.aborted) throw new FeedError(`the feed did not arrive within ${limitMs / 1_000} seconds`)
    throw new FeedError(`the feed cannot be reached (${codeOf(error)})`)
  }
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const refuse = async (reason: string): Promise<never> => {
    await response.body?.cancel()
    throw new FeedError(reason)
  }
  if (response.status !== 200) return refuse(`the feed responds with status ${response.status}`)
  const type = (response.headers.get('content-type') ?? '').toLowerCase()
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(type)) {
    return refuse(`the feed is ${/^[\w./+-]{1,64}/.exec(type)?.[0] ?? 'of unknown type'}, not application/json`)
  }
  const charset = /charset="?([\w-]+)/.exec(type)?.[1] ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8') return refuse(`the feed is encoded in ${charset}, not in UTF-8`)
  try {
    return await bodyWithin(response, FEED_MAX_BYTES)
  } catch (error) {
    throw error instanceof BodyTooLarge ? new FeedError('the feed is larger than 10 MB') : error
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FeedError('the feed is not encoded in UTF-8')
  }
}

/** The code of a system or network error, such as ENOENT. Messages may contain the address. */
function codeOf(error: unknown): string {
  const codes = [error, (error as { cause?: unknown } | null)?.cause].map(
    (one) => (one as { code?: unknown } | null)?.code,
  )
  const code = codes.find((one) => typeof one === 'string')
  return typeof code === 'string' ? code : 'unknown error'
}
