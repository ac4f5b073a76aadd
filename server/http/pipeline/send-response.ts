import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { CODES, codeText } from '#protocol/codes.ts'
import type { BlobResponse } from '#protocol/endpoints/shapes.ts'
import type { ResponseBody, Result } from '#protocol/result.ts'

/** Creates an id shared by log, response and error screen. */
export function newTraceId(): string {
  return randomBytes(9).toString('base64url')
}

/** A result in wire format: `{code, msg, data, time, traceId}`. */
export function responseOf(result: Result<unknown>, time: number, traceId: string): ResponseBody {
  return result.ok
    ? { code: result.isReplay ? CODES.DUPLICATE_REQUEST : CODES.SUCCESS, msg: '', data: result.data, time, traceId }
    : { code: result.code, msg: result.message, data: result.details ?? null, time, traceId }
}

/** Sends text that is JSON already, without a copy. */
export function sendJson(reply: FastifyReply, status: number, json: string): void {
  void reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-trace-id', reply.request.id)
    .send(json)
}

/** Sends a code with its text without an envelope. Returns the code. */
export function sendClear(reply: FastifyReply, status: number, code: number, time: number): number {
  const response: ResponseBody = { code, msg: codeText(code), data: null, time, traceId: reply.request.id }
  sendJson(reply, status, JSON.stringify(response))
  return code
}

/** Sends bytes in clear with the type chosen by the server, not executable and not cached. Returns SUCCESS. */
export function sendBlob(reply: FastifyReply, { type, bytes }: BlobResponse): number {
  void reply
    .code(200)
    .header('content-type', type)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store')
    .header('x-trace-id', reply.request.id)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return CODES.SUCCESS
}
