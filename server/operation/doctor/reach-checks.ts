import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { SOCKET_PATH } from '#protocol/room/server-events.ts'
import { parseJson } from '../../config/config-forms.ts'
import { codeOf, ok, problem, skipped, type Check, type CheckContext, type CheckName, type Finding } from './finding.ts'
import { request, START_FIX, type CheckResponse } from './request.ts'

/** Only pages of this program contain it. */
const PAGE_MARK = 'name="grandstand-identity"'
/** A stream that does not exist. The server refuses it in a way that a proxy does not. */
const NO_STREAM = '/media/doctor.flv'
const FOREIGN_ORIGIN = 'https://foreign.invalid'
const UPGRADE_FIX =
  'Let the proxy pass upgrades: proxy_http_version 1.1, headers Upgrade and Connection, and Host $http_host.'

/** The page of each origin is that of this program. */
export const checkPage: Check = (context) =>
  eachOrigin('page', context, async (origin) => {
    try {
      const { status, body } = await pageOf(origin, context)
      if (status === 200 && body.includes(PAGE_MARK)) return ok('page', `${origin} shows the site.`)
      const text = `${origin} responds with ${status} and without the page of this program.`
      return problem('page', text, 'Let the proxy pass all paths to the server, and run `npm run build`.')
    } catch (error) {
      const text = `${origin} cannot be opened (${codeOf(error)}).`
      return problem('page', text, START_FIX)
    }
  })

/** Follows one redirect, for example from `/` to a screen. */
async function pageOf(origin: string, { limitMs, ca }: CheckContext) {
  const first = await request(`${origin}/`, { limitMs, ca })
  const { location } = first.headers
  if (location === undefined) return first
  const next = new URL(location, origin)
  return next.origin === origin ? request(next.href, { limitMs, ca }) : first
}

/** Pages of each origin may make calls. A proxy that replaces Host makes them pages of another site. */
export const checkCalls: Check = (context) =>
  eachOrigin('calls', context, async (origin) => {
    const { limitMs, ca, config } = context
    const options = { limitMs, ca, method: 'POST', headers: { origin } } as const
    const response = await request(origin + ENDPOINTS['gateway.vvm'].path, options).catch(() => null)
    if (response === null) return problem('calls', `Calls to ${origin} get no response.`, START_FIX)
    const code = codeIn(response.body)
    if (code === CODES.ORIGIN_REFUSED) {
      const text = `The server refuses calls of pages of ${origin}, which stay without content.`
      const fix =
        config.allowedOrigins.length > 0
          ? `Add ${origin} to ALLOWED_ORIGINS, or open the site at one of its origins.`
          : `Let the proxy pass Host unchanged (nginx: proxy_set_header Host $http_host), or set ALLOWED_ORIGINS=${origin}`
      return problem('calls', text, fix)
    }
    // The handshake of this request is empty.
    if (code === CODES.PARAM_ERROR) return ok('calls', `Pages of ${origin} can make calls.`)
    const text = `Calls to ${origin} do not reach the server (${response.status}).`
    return problem('calls', text, 'Let the proxy pass all paths to the server, with POST, at the root of the host.')
  })

/** The response code in a body; null if it is another program's. */
function codeIn(body: string): number | null {
  const parsed = parseJson(body)
  return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? Number(parsed.code) : null
}

/** A browser can open the socket of rooms; a page of another site cannot (CSWSH). */
export const checkSocket: Check = (context) =>
  eachOrigin('socket', context, async (origin) => {
    const url = `${origin.replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`
    const own = await upgrade(url, origin, context)
    if (own.kind !== 'open' || !own.first.startsWith('0')) {
      const text = `The socket of rooms cannot be opened at ${origin} (${reasonOf(own)}).`
      return problem('socket', text, fixOf(own))
    }
    const foreign = await upgrade(url, FOREIGN_ORIGIN, context)
    if (foreign.kind === 'open') {
      return problem('socket', `Pages of other sites can open the socket at ${origin}.`, ORIGIN_FIX)
    }
    return ok('socket', `Browsers can open the socket of rooms at ${origin}, pages of other sites cannot.`)
  })

/** What to do about a socket of rooms that cannot be opened. */
function fixOf(result: Upgrade): string {
  if (result.kind === 'failed' && result.code !== NO_MESSAGE) return START_FIX
  return result.kind === 'refused' && result.text === NOT_ADMITTED ? ORIGIN_FIX : UPGRADE_FIX
}

const NO_MESSAGE = 'no message'
/** Text of the server for sockets that it does not admit. */
const NOT_ADMITTED = 'refused'
const ORIGIN_FIX = 'Name the origins of the pages in ALLOWED_ORIGINS, and let the proxy pass Host and Origin unchanged.'

/** Requests and upgrades for video reach the server. */
export const checkMedia: Check = (context) =>
  eachOrigin('media', context, async (origin) => {
    const fix = 'Let the proxy pass /media/ to the server without buffering (proxy_buffering off).'
    const response = await requestStream(origin, origin, context)
    if (response === null) return problem('media', `Video of ${origin} cannot be requested.`, START_FIX)
    if (response.status !== 404 || response.headers['cache-control'] !== 'no-store') {
      return problem('media', `Video of ${origin} does not come from the server (${response.status}).`, fix)
    }
    const upgraded = await upgrade(origin.replace(/^http/, 'ws') + NO_STREAM, origin, context)
    // The server answers a lost upgrade like a request, with cache-control.
    if (upgraded.kind !== 'refused' || upgraded.status !== 404 || upgraded.isCacheable) {
      return problem(
        'media',
        `Video over WebSocket does not reach the server at ${origin} (${reasonOf(upgraded)}).`,
        UPGRADE_FIX,
      )
    }
    return ok('media', `Requests for video reach the server at ${origin}.`)
  })

/** The other origins of this site respond, and let its pages read their responses. */
export const checkOtherOrigins: Check = async (context) => {
  const { domains } = context.config
  const others = [...new Set([...domains.api, ...domains.news, ...domains.video, ...domains.chat])]
  const [page] = context.pageOrigins
  if (others.length === 0 || page === undefined) return [skipped('other origins', 'No other origins are configured.')]
  const findings: Finding[] = []
  for (const origin of others) {
    const response = await requestStream(origin, page, context)
    const isReadable = origin === page || response?.headers['access-control-allow-origin'] === page
    if (response === null) {
      findings.push(
        problem('other origins', `${origin} cannot be opened.`, 'Start it, or remove it from the *_DOMAINS keys.'),
      )
    } else if (isReadable) {
      findings.push(ok('other origins', `${origin} responds to pages of ${page}.`))
    } else {
      const fix = `Name ${page} in ALLOWED_ORIGINS of that server.`
      findings.push(problem('other origins', `${origin} does not let pages of ${page} read its responses.`, fix))
    }
  }
  return findings
}

/** A request for video by a page of `page`; null without a response. */
export function requestStream(
  origin: string,
  page: string,
  { limitMs, ca }: CheckContext,
): Promise<CheckResponse | null> {
  return request(origin + NO_STREAM, { limitMs, ca, headers: { origin: page } }).catch(() => null)
}

async function eachOrigin(
  name: CheckName,
  { pageOrigins }: CheckContext,
  check: (origin: string) => Promise<Finding>,
): Promise<Finding[]> {
  if (pageOrigins.length === 0) return [skipped(name, 'The origin of the pages is not known.')]
  return Promise.all(pageOrigins.map(check))
}

type Upgrade =
  | { readonly kind: 'open'; /** First message of the server. */ readonly first: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      /** True if the response has cache-control. */ readonly isCacheable: boolean
      /** Body of the response. */
      readonly text: string
    }
  | { readonly kind: 'failed'; readonly code: string }

function reasonOf(result: Upgrade): string {
  if (result.kind === 'refused') return String(result.status)
  return result.kind === 'failed' ? result.code : 'another program responds'
}

/** Opens a WebSocket like a page of `origin`, waits for the first message, and closes it. */
function upgrade(url: string, origin: string, { limitMs, ca }: CheckContext): Promise<Upgrade> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { origin, handshakeTimeout: limitMs, ...(ca === undefined ? {} : { ca }) })
    const timer = setTimeout(() => settle({ kind: 'failed', code: NO_MESSAGE }), limitMs)
    const settle = (result: Upgrade): void => {
      clearTimeout(timer)
      socket.terminate()
      resolve(result)
    }
    socket.once('message', (data: Buffer) => settle({ kind: 'open', first: data.toString('utf8') }))
    socket.once('unexpected-response', (_request, response) => {
      const isCacheable = response.headers['cache-control'] !== undefined
      const settleWith = (body: string) =>
        settle({ kind: 'refused', status: response.statusCode ?? 0, isCacheable, text: body })
      text(response).then(settleWith, () => settleWith(''))
    })
    // Also emitted when the connection is terminated before it was open.
    socket.on('error', (error) => settle({ kind: 'failed', code: codeOf(error) }))
  })
}
