import type { Bytes } from '#protocol/bytes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { ResponseBody, Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'

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
