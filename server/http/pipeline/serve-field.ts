import type { FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { Call, Caller, PipelineOptions } from './call-pipeline.ts'
import { refuseLimited, runCall } from './call-pipeline.ts'
import { responseOf, sendJson } from './send-response.ts'
import type { VideoGrants } from '../../media/video-grants.ts'

/**
 * Answers a third-party call (S7.114): a signed query, with `data` encrypted for the signer. Null means refused; the
 * caller sends the same response for all causes.
 */
export async function serveField(
  options: PipelineOptions & { readonly videoGrants: VideoGrants },
  call: Call,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | null> {
  const limited = caller.isUnlimited ? null : options.limits.ofAddress(caller.address, call.name)
  if (limited) return sendPlain(reply, responseOf(refuseLimited(limited).result, options.now(), caller.traceId))
  const query = options.videoGrants.verify(new URLSearchParams(request.url.split('?')[1] ?? ''))
  if (!query) return null
  const { result } = await runCall(options, call, caller, { matchId: query.matchId })
  if (!result.ok) return null
  const response = responseOf(result, options.now(), caller.traceId)
  return sendPlain(reply, { ...response, code: CODES.SUCCESS, data: query.encrypt(JSON.stringify(response.data)) })
}

function sendPlain(reply: FastifyReply, response: ResponseBody): number {
  sendJson(reply, 200, JSON.stringify(response))
  return response.code
}
