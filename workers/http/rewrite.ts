import { CODES } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import type { ResponseBody } from '#protocol/result.ts'

/** A call before it is sealed. */
export interface OutgoingCall {
  readonly row: Endpoint
  /** Where it goes: the current line unless a rule says otherwise. */
  readonly origin: string
  /** Path with query. */
  readonly target: string
  /** Session token, '' = none. */
  readonly token: string
}

/** What rules may know besides the call. */
export interface RewriteSurroundings {
  readonly isDevelopment: boolean
  /** The news domain to use now; null = none, news come from the line. */
  newsOrigin(): string | null
}

/** One rule: what it looks for, and what it changes on the way out or on the way back. */
export interface RewriteRule {
  readonly name: string
  match(call: OutgoingCall): boolean
  request?(call: OutgoingCall, surroundings: RewriteSurroundings): OutgoingCall
  response?(answer: ResponseBody, status: number): ResponseBody
}

/** S7.115: every rule by which calls differ from what their rows say, in the order in which they are applied. */
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
    request: (call, surroundings) => ({
      ...call,
      origin: (surroundings.isDevelopment ? null : surroundings.newsOrigin()) ?? call.origin,
    }),
  },
  {
    // Settled 1: HTTP 401 means a dead token whatever the code says, unless the code says why it died.
    name: 'dead token',
    match: ({ row }) => row.response === 'sealed' || row.response === 'blob',
    response: (answer, status) =>
      status === 401 && !saysWhy(answer.code) ? { ...answer, code: CODES.AUTH_ERROR, msg: '' } : answer,
  },
]

export function rewriteRequest(
  call: OutgoingCall,
  surroundings: RewriteSurroundings,
  rules: readonly RewriteRule[] = REWRITE_RULES,
): OutgoingCall {
  return rules.reduce(
    (current, rule) => (rule.request && rule.match(current) ? rule.request(current, surroundings) : current),
    call,
  )
}

/** The answer as the rules leave it; the rules see the call as it was sent. */
export function rewriteAnswer(
  call: OutgoingCall,
  answer: ResponseBody,
  status: number,
  rules: readonly RewriteRule[] = REWRITE_RULES,
): ResponseBody {
  return rules.reduce(
    (current, rule) => (rule.response && rule.match(call) ? rule.response(current, status) : current),
    answer,
  )
}

function saysWhy(code: number): boolean {
  return code > CODES.AUTH_ERROR && code <= CODES.DEVICE_BLOCKADE
}

const PREFIXES = ['news/', 'soccer/', 'info/'].map((part) => `/api/site/game/newsoccer/${part}`)

/** S7.15: calls for news, soccer and tips go to the news domain. */
export function isNewsPath(path: string): boolean {
  return PREFIXES.some((prefix) => path.startsWith(prefix))
}
