import { CONSOLE_CODES, PICTURE_MAX_CHARACTERS } from '#protocol/console/constants.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_HEADER, type ConsoleAction, consolePath } from '#protocol/console/action.ts'
import { CONSOLE_ACTIONS, type ConsoleActionName } from '#protocol/console/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { Logger } from '../../config/log.ts'
import { addressKey } from '../../config/address.ts'
import { ipOf } from '../../net/caller-ip.ts'
import type { PageOrigins } from '../../net/origin.ts'
import { fieldProblems, unstorableField } from '../../http/pipeline/call.ts'
import { responseOf, sendClear, sendJson } from '../../http/pipeline/send-response.ts'
import { RateLimiter } from '../../net/rate-limit.ts'
import type { Database } from '../../database/database.ts'
import { SharedStateError } from '../../database/shared/shared-state.ts'
import { appendAudit } from './audit-log.ts'
import {
  type ConsoleCall,
  consoleFailure,
  type ConsoleHandlers,
  type OperatorCall,
  type OperatorSession,
} from './console-call.ts'
import { OPERATOR_SESSION_MS, type OperatorSessions } from './operator-sessions.ts'
import { SECOND_MS } from '#protocol/time.ts'

const MAX_BODY_BYTES = 64 * 1024
/** Actions with larger bodies. */
const LARGE_BODIES: ReadonlyMap<ConsoleActionName, number> = new Map([['picture.add', PICTURE_MAX_CHARACTERS + 1024]])
/** Calls per address: a page makes a handful at once. */
const CALL_RATE = { burst: 120, perSecond: 20 }

interface ConsoleRouteOptions {
  readonly database: Database
  readonly sessions: OperatorSessions
  readonly handlers: ConsoleHandlers
  readonly origins: PageOrigins
  /** False for blocked addresses. */
  readonly mayConnect: (address: string) => boolean
  readonly now: () => number
  readonly log: Pick<Logger, 'error'>
}

/**
 * Adds a route per console action. Order of the checks: address, origin and header (CSRF), rate, session, role,
 * parameters. The session is a cookie with SameSite=Strict that scripts cannot read.
 */
export async function registerConsole(app: FastifyInstance, options: ConsoleRouteOptions): Promise<void> {
  const limiter = new RateLimiter(CALL_RATE, options.now)
  await app.register(async (console) => {
    console.removeAllContentTypeParsers()
    console.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    console.addHook('onRequest', async (request, reply) => {
      const code = refusalOf(options, limiter, request)
      if (code === null) return undefined
      sendClear(reply, code === CODES.CURRENT_LIMITING_A ? 429 : 403, code, options.now())
      return reply
    })
    for (const name of Object.keys(CONSOLE_ACTIONS) as ConsoleActionName[]) {
      const bodyLimit = LARGE_BODIES.get(name) ?? MAX_BODY_BYTES
      console.post(consolePath(name), { bodyLimit }, async (request, reply) => {
        const result = await serve(options, name, request, reply)
        sendJson(reply, 200, JSON.stringify(responseOf(result, options.now(), request.id)))
        return reply
      })
    }
  })
}

/** Browsers send Origin with each POST, and a custom header only from pages of this origin. */
function refusalOf(
  { origins, mayConnect }: ConsoleRouteOptions,
  limiter: RateLimiter,
  request: FastifyRequest,
): number | null {
  const { origin, host } = request.headers
  if (!mayConnect(ipOf(request))) return CODES.IP_BLOCKADE
  if (origin === undefined || !origins.allows(origin, host)) return CODES.ORIGIN_REFUSED
  if (request.headers[CONSOLE_HEADER] === undefined) return CODES.SEAL_REFUSED
  return limiter.take(addressKey(ipOf(request))) > 0 ? CODES.CURRENT_LIMITING_A : null
}

async function serve(
  options: ConsoleRouteOptions,
  name: ConsoleActionName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<unknown>> {
  try {
    const token = sessionToken(request)
    const session = token === null ? null : await options.sessions.find(token)
    const refused = accessRefusal(CONSOLE_ACTIONS[name], session)
    if (refused) return refused
    const params = paramsOf(name, request.body)
    if (!params.ok) return params
    return await run(options, name, params.data, session, request, reply)
  } catch (error) {
    // The connection to Redis has logged its loss.
    if (error instanceof SharedStateError) return consoleFailure(CODES.INTERFACE_DEGRADE)
    options.log.error({ err: error, action: name, traceId: request.id }, 'a console action failed')
    return consoleFailure(CODES.INTERNAL_ERROR)
  }
}

/** Enforces the access of an action. Null if the session may call it. */
function accessRefusal({ access }: ConsoleAction, session: OperatorSession | null): Failure | null {
  if (access === 'public') return null
  if (!session) return consoleFailure(CODES.NEED_LOGIN)
  if (access === 'pending') return null
  if (session.state !== 'open') return consoleFailure(CONSOLE_CODES.SECOND_FACTOR_NEEDED)
  return access.includes(session.operator.role) ? null : consoleFailure(CONSOLE_CODES.ROLE_REFUSED)
}

function paramsOf(name: ConsoleActionName, body: unknown): Result<unknown> {
  let given: unknown
  try {
    given = JSON.parse(typeof body === 'string' ? body : '')
  } catch {
    return consoleFailure(CODES.PARAM_ERROR)
  }
  const parsed = CONSOLE_ACTIONS[name].request.safeParse(given)
  if (!parsed.success) return consoleFailure(CODES.PARAM_ERROR, { fields: fieldProblems(parsed.error.issues) })
  const unstorable = unstorableField(parsed.data)
  return unstorable ? consoleFailure(CODES.PARAM_ERROR, { fields: unstorable }) : { ok: true, data: parsed.data }
}

async function run(
  { database, handlers, now, log }: ConsoleRouteOptions,
  name: ConsoleActionName,
  params: unknown,
  session: OperatorSession | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<unknown>> {
  let isAudited = false
  const address = ipOf(request)
  const call: ConsoleCall = {
    now: now(),
    address,
    origin: request.headers.origin ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    session,
    async audit(db, { operator = session?.operator ?? null, ...line }) {
      isAudited = true
      await appendAudit(db, { at: now(), operator, address, action: name, ...line })
    },
    setToken: (token) => setSessionCookie(request, reply, token),
  }
  // The access of the action guarantees a session where the handler's type has one.
  const handler = handlers[name] as (params: unknown, call: OperatorCall) => Promise<Result<unknown>>
  const result = await handler(params, call as OperatorCall)
  if (result.ok && !result.isReplay && !CONSOLE_ACTIONS[name].readOnly && !isAudited) {
    log.error({ action: name }, 'a console action has no audit line')
    await appendAudit(database.db, {
      at: now(),
      operator: session?.operator ?? null,
      address,
      action: name,
      target: '',
    })
  }
  return result
}

/** With the prefix, browsers accept the cookie over https from this host only, so no other host can set it. */
const COOKIE = 'grandstand-console'
const cookieName = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? `__Host-${COOKIE}` : COOKIE)

function sessionToken(request: FastifyRequest): string | null {
  const prefix = `${cookieName(request)}=`
  const pair = (request.headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(prefix))
  return pair?.slice(prefix.length) ?? null
}

function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | null): void {
  const maxAge = token === null ? 0 : OPERATOR_SESSION_MS / SECOND_MS
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const value = `${cookieName(request)}=${token ?? ''}`
  void reply.header('set-cookie', `${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`)
}
