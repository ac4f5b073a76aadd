import { CODES } from '#protocol/codes.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import { type Result, type Success, successOf } from '#protocol/result.ts'
import { hasTag, RESTRICTING_TAGS } from '#protocol/rules/activity.ts'
import type { CallGate } from '../access/call-gate.ts'
import { type Call, type Caller, fieldProblems, type Outcome, refuse, refuseLimited, unstorableField } from './call.ts'
import type { CallLimits } from './call-limits.ts'
import type { CallContext } from '../context.ts'
import type { SessionMember } from '../../members/sessions/session-member.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import { isUnavailable } from '../../database/errors.ts'
import { SharedStateError } from '../../database/shared/shared-state.ts'
import { withoutVerification } from '../../members/verification/call-safety.ts'

export interface PipelineOptions {
  readonly sessions: Pick<Sessions, 'find'>
  readonly rooms: Pick<RoomHub, 'isAdmin'>
  readonly limits: CallLimits
  readonly playLimits: Pick<Limits, 'exclusionCode' | 'refusal'>
  readonly gate: CallGate
  /** The site of a call, by the site id in its headers; null without headers. */
  readonly siteOf: (requested: number | null) => Pick<CallContext, 'siteId' | 'site'>
  readonly now: () => number
  readonly log: { error(details: object, message: string): void }
}

/**
 * Runs an opened call. Order: access, session, robot check, role, tags, limits, exclusion, parameters, idempotency key,
 * handler. Never rejects, except with SharedStateError: another exception becomes INTERNAL_ERROR and is logged. While the database is
 * unavailable the HTTP status is 503, and a call that changes nothing gets INTERFACE_DEGRADE. Other calls may have
 * changed something, which INTERFACE_DEGRADE denies.
 */
export async function runCall(options: PipelineOptions, call: Call, caller: Caller, params: unknown): Promise<Outcome> {
  try {
    return await run(options, call, caller, params)
  } catch (error) {
    if (error instanceof SharedStateError) throw error
    options.log.error({ err: error, call: call.name, traceId: caller.traceId }, 'a call failed')
    if (!isUnavailable(error)) return refuse(CODES.INTERNAL_ERROR)
    return { ...refuse(call.endpoint.readOnly ? CODES.INTERFACE_DEGRADE : CODES.INTERNAL_ERROR), status: 503 }
  }
}

async function run(options: PipelineOptions, call: Call, caller: Caller, params: unknown): Promise<Outcome> {
  const { gate } = options
  const refused = gate.refusal(call, caller)
  if (refused) return refused
  const found = await findSession(options, call, caller)
  if ('refusal' in found) return found.refusal
  const { session } = found
  const given = withoutVerification(call.endpoint, params)
  const site = options.siteOf(caller.headers?.['site-id'] ?? null)
  const safety = gate.safetyOf(call, caller, { session, merged: given.merged, ...site })
  if (await gate.mustCheckRobot(call, caller, { safety, isMember: session !== null }))
    return refuse(CODES.NEED_ROBOT_CHECK)
  const denied =
    roleRefusal(options, call, session, given.params) ??
    tagRefusal(call, session) ??
    (await limitRefusal(options, call, caller, session)) ??
    (await promotionRefusal(options, call, session))
  if (denied) return denied
  const request = checkedRequest(call, caller, given.params)
  if ('refusal' in request) return request.refusal

  const result = await call.handler(request.data as never, contextOf(options, caller, { ...site, session, safety }))
  const issued = safety?.issued ?? ''
  return {
    status: 200,
    result: result.ok ? checkedResponse(options, call, caller, result) : result,
    ...(issued === '' ? {} : { riskToken: issued }),
  }
}

type Refused = { readonly refusal: Outcome }

/** The session of the call's token; null without one. */
async function findSession(
  { sessions }: PipelineOptions,
  { endpoint }: Call,
  { headers }: Caller,
): Promise<{ readonly session: SessionMember | null } | Refused> {
  const token = headers === null || isTokenBlanked(endpoint.path) ? '' : headers.token
  if (headers === null || token === '') return { session: null }
  const { session, endedBy } = await sessions.find(token, headers.uuid)
  if (session) return { session }
  return { refusal: { status: 401, result: refuse(endedBy ?? CODES.AUTH_ERROR).result } }
}

function roleRefusal(
  { rooms }: PipelineOptions,
  { endpoint }: Call,
  session: SessionMember | null,
  params: unknown,
): Outcome | null {
  if (endpoint.access === 'public') return null
  if (!session) return refuse(CODES.NEED_LOGIN)
  if (endpoint.access === 'room-admin' && !isAdminOf(rooms, params, session)) return refuse(CODES.NOT_ROOM_ADMIN)
  return null
}

/** S6.10: refuses members with a tag that the endpoint does not admit. */
function tagRefusal({ endpoint }: Call, session: SessionMember | null): Outcome | null {
  const tag = endpoint.refusedTags.find((one) => hasTag(session?.member, one))
  return tag === undefined ? null : refuse(CODES[RESTRICTING_TAGS[tag]])
}

async function limitRefusal(
  { limits }: PipelineOptions,
  { name }: Call,
  { isUnlimited }: Caller,
  session: SessionMember | null,
): Promise<Outcome | null> {
  const limited = (session && !isUnlimited && (await limits.ofMember(session.memberId, name))) || limits.ofCall(name)
  return limited ? refuseLimited(limited) : null
}

/**
 * I10: members in a time-out or self-exclusion get no promotions. Claims of money refuse in their transaction, so that a
 * repetition gets its first response.
 */
async function promotionRefusal(
  { playLimits }: PipelineOptions,
  { endpoint }: Call,
  session: SessionMember | null,
): Promise<Outcome | null> {
  if (endpoint.playAction !== 'promotion' || endpoint.idempotent || !session) return null
  const code = await playLimits.exclusionCode(session.memberId)
  if (code === 0) return null
  return { status: 200, result: await playLimits.refusal(session.memberId, code, 'promotion') }
}

/** Checks parameters and idempotency key. */
function checkedRequest(
  { endpoint }: Call,
  { headers }: Caller,
  params: unknown,
): { readonly data: unknown } | Refused {
  const checked = endpoint.request.safeParse(params ?? {})
  if (!checked.success) return refuseFields(fieldProblems(checked.error.issues))
  // As sent: the schemas of texts remove what has no glyph.
  const unstorable = unstorableField(params)
  if (unstorable !== null) return refuseFields(unstorable)
  if (endpoint.idempotent && typeof headers?.['idempotency-key'] !== 'string') {
    return refuseFields({ 'idempotency-key': '缺少' })
  }
  return { data: checked.data }
}

function refuseFields(fields: Readonly<Record<string, string>>): Refused {
  return { refusal: refuse(CODES.PARAM_ERROR, { fields }) }
}

function contextOf(
  options: PipelineOptions,
  { traceId, address, origin, userAgent, headers, wdKey, readFiles, signal }: Caller,
  known: Pick<CallContext, 'siteId' | 'site' | 'session' | 'safety'>,
): CallContext {
  return {
    traceId,
    now: options.now(),
    ...known,
    clientType: headers?.['client-type'] ?? 1,
    deviceId: headers?.uuid ?? '',
    address,
    origin,
    userAgent,
    idempotencyKey: headers?.['idempotency-key'] ?? null,
    wdKey,
    ...(readFiles ? { readFiles } : {}),
    ...(signal ? { signal } : {}),
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
  options.log.error(details, 'a response does not match its schema')
  return refuse(CODES.INTERNAL_ERROR).result
}

function isAdminOf(rooms: Pick<RoomHub, 'isAdmin'>, params: unknown, session: SessionMember): boolean {
  const room = typeof params === 'object' && params !== null && 'chatRoomNo' in params ? params.chatRoomNo : null
  return typeof room === 'string' && rooms.isAdmin(room, session.memberId)
}
