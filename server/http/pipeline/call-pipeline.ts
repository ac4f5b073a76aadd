import { CODES, failureOf } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { LogicalHeaders } from '#protocol/headers.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import type { Result, Success } from '#protocol/result.ts'
import { successOf } from '#protocol/result.ts'
import type { CallGate } from '../access/call-gate.ts'
import type { CallLimits, LimitedBy } from './call-limits.ts'
import type { CallContext, Handlers, ReadFiles, SessionMember, Sessions } from '../calls/context.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { fieldProblems, unstorableField } from './field-problems.ts'
import { withoutVerification } from '../../members/verification/call-safety.ts'

/** An endpoint with its handler, without their specific types. The schemas of the endpoint check the values. */
export interface Call {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly handler: (params: never, context: CallContext) => Promise<Result<unknown>>
}

/** The sender of a call, as far as known before the session is looked up. */
export interface Caller {
  readonly traceId: string
  /** The client address, and the key that limits count by. */
  readonly ip: string
  readonly address: string
  /** The call has the load token of demo mode: limits on addresses and members do not apply (settled 22). */
  readonly isUnlimited: boolean
  /** Null for calls in clear. */
  readonly headers: LogicalHeaders | null
  /** The key id that sealed the call; null for calls in clear. */
  readonly kid: string | null
  readonly wdKey: Uint8Array | null
  readonly readFiles?: ReadFiles
}

export interface PipelineOptions {
  readonly sessions: Pick<Sessions, 'find'>
  readonly rooms: Pick<RoomHub, 'isAdmin'>
  readonly limits: CallLimits
  readonly gate: CallGate
  readonly siteId: number
  readonly now: () => number
  readonly log: { error(details: object, message: string): void }
}

/** The result of a call and its HTTP status: 401 for an invalid token, else 200. */
export interface Outcome {
  readonly status: 200 | 401
  readonly result: Result<unknown>
  /** Sent sealed in a response header (S7.14). */
  readonly riskToken?: string
}

/** All endpoints with their handlers. */
export function callsOf(table: Readonly<Record<EndpointName, Endpoint>>, handlers: Handlers): Call[] {
  return (Object.keys(table) as EndpointName[]).map((name) => ({
    name,
    endpoint: table[name],
    handler: handlers[name] as Call['handler'],
  }))
}

/**
 * Runs an opened call. Order: access, session, robot check, role, limits, parameters, idempotency key, handler. Never
 * rejects: an exception of a handler becomes INTERNAL_ERROR and is logged.
 */
export async function runCall(options: PipelineOptions, call: Call, caller: Caller, params: unknown): Promise<Outcome> {
  try {
    return await run(options, call, caller, params)
  } catch (error) {
    options.log.error({ err: error, call: call.name, traceId: caller.traceId }, 'a call failed')
    return refuse(CODES.INTERNAL_ERROR)
  }
}

async function run(options: PipelineOptions, call: Call, caller: Caller, params: unknown): Promise<Outcome> {
  const { name, endpoint } = call
  const { headers } = caller
  const turnedAway = options.gate.refusal(call, caller)
  if (turnedAway) return turnedAway
  const token = headers === null || isTokenBlanked(endpoint.path) ? '' : headers.token
  let session: SessionMember | null = null
  if (headers !== null && token !== '') {
    const found = await options.sessions.find(token, headers.uuid)
    if (!found.session) return { status: 401, result: refuse(found.endedBy ?? CODES.AUTH_ERROR).result }
    session = found.session
  }
  const given = withoutVerification(endpoint, params)
  const safety = options.gate.safetyOf(call, caller, session, given.merged)
  if (options.gate.mustCheckRobot(call, caller, safety)) return refuse(CODES.NEED_ROBOT_CHECK)
  if (endpoint.access !== 'public' && !session) return refuse(CODES.NEED_LOGIN)
  if (endpoint.access === 'room-admin' && !(session && isAdminOf(options.rooms, given.params, session))) {
    return refuse(CODES.NOT_ROOM_ADMIN)
  }
  const limited =
    (session && !caller.isUnlimited && options.limits.ofMember(session.memberId)) || options.limits.ofCall(name)
  if (limited) return refuseLimited(limited)

  const checked = endpoint.request.safeParse(given.params ?? {})
  if (!checked.success) return refuse(CODES.PARAM_ERROR, { fields: fieldProblems(checked.error.issues) })
  const unstorable = unstorableField(checked.data)
  if (unstorable !== null) return refuse(CODES.PARAM_ERROR, { fields: unstorable })
  const idempotencyKey = headers?.['idempotency-key'] ?? null
  if (endpoint.idempotent && idempotencyKey === null) {
    return refuse(CODES.PARAM_ERROR, { fields: { 'idempotency-key': '缺少' } })
  }
  const context: CallContext = {
    traceId: caller.traceId,
    now: options.now(),
    siteId: headers?.['site-id'] ?? options.siteId,
    clientType: headers?.['client-type'] ?? 1,
    deviceId: headers?.uuid ?? '',
    address: caller.address,
    session,
    idempotencyKey,
    wdKey: caller.wdKey,
    safety,
    ...(caller.readFiles ? { readFiles: caller.readFiles } : {}),
  }
  const result = await call.handler(checked.data as never, context)
  const issued = safety?.issued ?? ''
  return {
    status: 200,
    result: result.ok ? checkedResponse(options, call, caller, result) : result,
    ...(issued === '' ? {} : { riskToken: issued }),
  }
}

/** Reduces a response to the fields of the endpoint's schema. */
function checkedResponse(
  options: PipelineOptions,
  call: Call,
  caller: Caller,
  given: Success<unknown>,
): Result<unknown> {
  const checked = call.endpoint.data.safeParse(given.data)
  if (checked.success) return successOf(checked.data, given.isReplay === true)
  const details = { call: call.name, traceId: caller.traceId, problems: fieldProblems(checked.error.issues) }
  options.log.error(details, 'an answer has not the shape of its row')
  return refuse(CODES.INTERNAL_ERROR).result
}

function isAdminOf(rooms: Pick<RoomHub, 'isAdmin'>, params: unknown, session: SessionMember): boolean {
  const room = typeof params === 'object' && params !== null && 'chatRoomNo' in params ? params.chatRoomNo : null
  return typeof room === 'string' && rooms.isAdmin(room, session.memberId)
}

export function refuse(code: number, details?: unknown): Outcome {
  return { status: 200, result: failureOf(code, details === undefined ? {} : { details }) }
}

export function refuseLimited({ code, retryAfterMs }: LimitedBy): Outcome {
  return refuse(code, { retryAfterMs })
}
