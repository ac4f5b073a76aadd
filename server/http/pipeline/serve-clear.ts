import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearParamsOf } from './call-body.ts'
import { callerOf } from './caller-of.ts'
import type { Call, Caller, PipelineOptions } from './call-pipeline.ts'
import { refuseLimited, runCall } from './call-pipeline.ts'
import { responseOf, sendJson } from './send-response.ts'

/** Answers a call without keys: the handshake and the clock. Returns the response code. */
export async function serveClear(
  options: PipelineOptions & { readonly loadToken: string | null },
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const caller: Caller = { ...callerOf(options, request), headers: null, kid: null, wdKey: null }
  const limited = caller.isUnlimited ? null : options.limits.ofAddress(caller.address, call.name)
  const outcome = limited
    ? refuseLimited(limited)
    : await runCall(options, call, caller, clearParamsOf(call.endpoint.encoding, request.body, request.url))
  const response = responseOf(outcome.result, options.now(), caller.traceId)
  sendJson(reply, outcome.status, JSON.stringify(response))
  return response.code
}
