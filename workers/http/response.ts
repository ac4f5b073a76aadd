import type { Bytes } from '#protocol/bytes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { ResponseBody, Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { MAX_INFLATED_RESPONSE_BYTES, RISK_TOKEN_HEADER } from '#protocol/constants.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** Reads the envelope's inner JSON (Annex A) strictly in `code`, leniently in the rest; null when it is no answer. */
export function readAnswer(record: Readonly<Record<string, unknown>> | null): ResponseBody | null {
  const code = record?.['code']
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return null
  const { msg, data, time, traceId } = record ?? {}
  return {
    code,
    msg: typeof msg === 'string' ? msg : '',
    data: data ?? null,
    time: typeof time === 'number' ? time : 0,
    traceId: typeof traceId === 'string' ? traceId : '',
  }
}

/** The outcome of an answer for the caller; data is checked against the row, and the first answer of 10009 is success. */
export function resultOf(row: Endpoint, answer: ResponseBody, status: number): Result<unknown> {
  const isRepetition = answer.code === CODES.DUPLICATE_REQUEST && answer.data !== null
  if (answer.code === CODES.SUCCESS || isRepetition) {
    const parsed = row.data.safeParse(answer.data ?? {})
    return parsed.success ? success(parsed.data, answer.traceId) : badAnswer(status, answer.traceId)
  }
  return failure(answer.code, answer.msg === '' ? codeText(answer.code) : answer.msg, {
    ...(answer.traceId === '' ? {} : { traceId: answer.traceId }),
    ...(answer.data === null ? {} : { details: answer.data }),
    status,
  })
}

/** S8.13: what is neither an answer nor a refusal: shown with the HTTP status. */
export function badAnswer(status: number, traceId = ''): Failure {
  const message =
    status === 200 || status === 0 ? codeText(CODES.BAD_RESPONSE) : `${codeText(CODES.BAD_RESPONSE)}[${status}]`
  return failure(CODES.BAD_RESPONSE, message, { status, ...(traceId === '' ? {} : { traceId }) })
}

/** What a browser may show or play; anything else in place of a blob comes from somebody else than our server. */
const BLOB_TYPES = /^(?:image|audio)\/[a-z0-9.+-]+$/

/** The outcome of a blob row that was answered in bytes; null when they are of a type that no row gives. */
export function blobResult(row: Endpoint, type: string, bytes: Bytes): Result<unknown> | null {
  if (!BLOB_TYPES.test(type)) return null
  const parsed = row.data.safeParse({ type, bytes })
  return parsed.success ? success(parsed.data) : null
}

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
