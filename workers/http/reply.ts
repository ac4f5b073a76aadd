import type { Bytes } from '#protocol/bytes.ts'
import { MAX_INFLATED_RESPONSE_BYTES, RISK_TOKEN_HEADER } from '#protocol/constants.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** What a server said before anything of it is understood. */
export interface Reply {
  readonly status: number
  /** Media type, without parameters. */
  readonly type: string
  /** '' where the answer is bytes. */
  readonly text: string
  /** Only for a blob row that was answered with something else than JSON. */
  readonly bytes: Bytes | null
  /** S7.14: sealed; null where there is none. */
  readonly riskToken: string | null
  readonly sentAt: number
  readonly receivedAt: number
}

type ReplyDependencies = Pick<TransportDependencies, 'fetch' | 'now'>

/** One HTTP request. Null when nothing came (network, abort); nothing is cached, no cookie travels (settled 26). */
export async function fetchReply(
  dependencies: ReplyDependencies,
  url: string,
  init: RequestInit,
  isBlob = false,
): Promise<Reply | null> {
  const sentAt = dependencies.now()
  try {
    const response = await dependencies.fetch(url, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    const { status, headers } = response
    const type = mediaType(headers.get('content-type'))
    const bytes = isBlob && status === 200 && type !== 'application/json' ? await limitedBytes(response) : null
    const text = bytes ? '' : await response.text()
    const riskToken = headers.get(RISK_TOKEN_HEADER)
    return { status, type, text, bytes, riskToken, sentAt, receivedAt: dependencies.now() }
  } catch {
    return null
  }
}

export function mediaType(header: string | null): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

async function limitedBytes(response: Response): Promise<Bytes> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MAX_INFLATED_RESPONSE_BYTES) throw new Error('too many bytes')
  return bytes
}

/** The JSON object of a text, or null when it is something else. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    // The check makes it a record: an object that is neither null nor a list.
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
