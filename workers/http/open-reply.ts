import { CODES } from '#protocol/codes.ts'
import type { ResponseBody, Failure, Result } from '#protocol/result.ts'
import type { Clock } from '../clock/clock.ts'
import { badAnswer, blobResult, readAnswer, resultOf } from './answer.ts'
import type { Reply } from './reply.ts'
import { jsonObject } from './reply.ts'
import type { OutgoingCall } from './rewrite.ts'
import { rewriteAnswer } from './rewrite.ts'
import type { SealedRequest } from './seal-request.ts'

/**
 * What one exchange gave: the outcome of the call, or `lost`: nothing came over this line that our server has said, which
 * makes the line doubtful.
 */
export type Outcome =
  | { readonly type: 'result'; readonly result: Result<unknown> }
  | { readonly type: 'lost'; readonly origin: string; readonly failure: Failure }

export type Step = Outcome | { readonly type: 'repeat'; readonly cause: 'rekey' | 'stale' }

/** What a reply to a sealed call means. Every sealed answer adds a sample to the clock. */
export async function openReply(call: OutgoingCall, request: SealedRequest, reply: Reply, clock: Clock): Promise<Step> {
  const { row } = call
  const { status } = reply
  if (reply.bytes) {
    const blob = blobResult(row, reply.type, reply.bytes)
    return blob ? { type: 'result', result: blob } : foreign(call, reply)
  }
  const record = jsonObject(reply.text)
  const { t1, x1 } = record ?? {}
  if (typeof t1 === 'number' && typeof x1 === 'string') {
    const answer = readAnswer(jsonObject(await request.open(t1, x1).catch(() => '')))
    if (!answer) return { type: 'result', result: badAnswer(status) }
    clock.add(reply.sentAt, t1, reply.receivedAt)
    return { type: 'result', result: resultOf(row, rewriteAnswer(call, answer, status), status) }
  }
  const answer = readAnswer(record)
  if (answer?.code === CODES.REKEY) return { type: 'repeat', cause: 'rekey' }
  if (answer?.code === CODES.STALE && answer.time > 0) {
    clock.reset()
    clock.add(reply.sentAt, answer.time, reply.receivedAt)
    return { type: 'repeat', cause: 'stale' }
  }
  if (!answer && status !== 401) return foreign(call, reply)
  return { type: 'result', result: refusal(call, answer ?? BLANK, status) }
}

const BLANK: ResponseBody = { code: CODES.AUTH_ERROR, msg: '', data: null, time: 0, traceId: '' }

export function lost({ origin }: OutgoingCall, failure: Failure): Outcome {
  return { type: 'lost', origin, failure }
}

/** S8.13, S8.18-S8.20: a proxy, a parked domain, a broken program: not our server. A 404 without credentials says enough. */
export function foreign(call: OutgoingCall, { status }: Reply): Outcome {
  const failure = badAnswer(status)
  return status === 404 && !call.row.credentials ? { type: 'result', result: failure } : lost(call, failure)
}

/** An answer in clear to a sealed call: only a refusal can be one; "success" without a seal proves nothing. */
function refusal(call: OutgoingCall, clear: ResponseBody, status: number): Result<unknown> {
  const answer = rewriteAnswer(call, clear, status)
  const isRefusal = answer.code !== CODES.SUCCESS && answer.code !== CODES.DUPLICATE_REQUEST
  return isRefusal ? resultOf(call.row, answer, status) : badAnswer(status)
}
