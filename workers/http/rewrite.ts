import { CODES } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import type { ResponseBody } from '#protocol/result.ts'

/** A call before it is sealed. */
export interface OutgoingCall {
  readonly endpoint: Endpoint
  /** Target origin: the current API origin, unless a rule changes it. */
  readonly origin: string
  /** Path with query. */
  readonly target: string
  /** Session token, or ''. */
  readonly token: string
}

export interface RewriteContext {
  readonly isDevelopment: boolean
  /** Returns the news origin to use now. Null means that the API origin serves news. */
  newsOrigin(): string | null
}

export interface RewriteRule {
  readonly name: string
  match(call: OutgoingCall): boolean
  request?(call: OutgoingCall, context: RewriteContext): OutgoingCall
  response?(body: ResponseBody, status: number): ResponseBody
}

/** S7.115: all rules by which a call differs from its endpoint, in the order in which they are applied. */
export const REWRITE_RULES: readonly RewriteRule[] = [
  {
    // S7.11-S7.13
    name: 'blank token',
    match: (call) => isTokenBlanked(call.target),
    request: (call) => ({ ...call, token: '' }),
  },
  {
    // S7.15, S7.16
    name: 'news domain',
    match: (call) => isNewsPath(call.target),
    request: (call, context) => ({
      ...call,
      origin: (context.isDevelopment ? null : context.newsOrigin()) ?? call.origin,
    }),
  },
  {
    // Settled 1: HTTP 401 means an invalid token. A code that names the cause takes precedence.
    name: 'invalid token',
    match: ({ endpoint }) => endpoint.response === 'sealed' || endpoint.response === 'blob',
    response: (body, status) =>
      status === 401 && !namesCause(body.code) ? { ...body, code: CODES.AUTH_ERROR, msg: '' } : body,
  },
]

export function rewriteRequest(
  call: OutgoingCall,
  context: RewriteContext,
  rules: readonly RewriteRule[] = REWRITE_RULES,
): OutgoingCall {
  return rules.reduce(
    (current, rule) => (rule.request && rule.match(current) ? rule.request(current, context) : current),
    call,
  )
}

/** Applies the response rules. `call` is the call as it was sent. */
export function rewriteResponse(
  call: OutgoingCall,
  body: ResponseBody,
  status: number,
  rules: readonly RewriteRule[] = REWRITE_RULES,
): ResponseBody {
  return rules.reduce(
    (current, rule) => (rule.response && rule.match(call) ? rule.response(current, status) : current),
    body,
  )
}

function namesCause(code: number): boolean {
  return code > CODES.AUTH_ERROR && code <= CODES.DEVICE_BLOCKADE
}

const NEWS_PREFIXES = ['news/', 'soccer/', 'info/'].map((part) => `/api/site/game/newsoccer/${part}`)

/** S7.15: true for news, soccer and tips, which the news origin serves. */
function isNewsPath(path: string): boolean {
  return NEWS_PREFIXES.some((prefix) => path.startsWith(prefix))
}
