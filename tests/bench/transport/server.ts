import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { openGate } from '#server/http/access/open-gate.ts'
import { OPEN_ACCESS } from '../../support/open-access.ts'
import { type Call, callsOf } from '#server/http/pipeline/call.ts'
import { gatewayCalls } from '#server/calls/auth/gateway.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import type { Handlers } from '#server/http/context.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { Envelope } from '#server/http/envelope/envelope.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { identityOf } from '#server/http/envelope/identity.ts'
import { KeySessions } from '#server/http/envelope/key-sessions.ts'
import { createLog } from '#server/config/log.ts'
import { PageOrigins } from '#server/net/origin.ts'
import { Metrics } from '#server/net/metrics.ts'
import { ReplayGuard } from '#server/net/replay.ts'
import { registerCalls, type RouterOptions, serveCall } from '#server/http/pipeline/serve-call.ts'
import { VideoGrants } from '#server/media/video-grants.ts'
import { manyMatches } from './matches.ts'

/** The measured endpoint. Its response has about 256 bytes. */
export const COMPARED = 'live.playingVideo'
export const COMPARED_PARAMS = { matchId: 'm5100001', channel: 'main' } as const
/** The same endpoint without sealing. */
export const UNSEALED_PATH = '/unsealed'

const PLENTY = { burst: 1e9, perSecond: 1e9 }

export interface TransportServer {
  readonly url: string
  readonly port: number
  readonly identity: string
  close(): Promise<void>
}

/** The real HTTP server, router and envelope with two handlers of the benchmark and, if a folder is given, its page. */
export async function openTransportServer(pageFolder: string | null = null): Promise<TransportServer> {
  const now = Date.now
  const log = createLog('error')
  const identity = identityOf('a secret of the transport bench, long enough')
  const keySessions = new KeySessions({ backend: nodeCrypto, identity, now })
  const http = createHttpServer({ log, now })
  const opened = openGate({
    access: OPEN_ACCESS,
    geetest: null,
    provocations: null,
    now,
    rates: {
      address: PLENTY,
      member: PLENTY,
      call: PLENTY,
      callOfAddress: {},
      callOfMember: {},
      callOf: {},
      passwordCheck: PLENTY,
    },
  })
  const options: RouterOptions = {
    handlers: handlersOf(keySessions),
    envelope: new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions: keySessions, now }),
    replay: new ReplayGuard(now),
    videoGrants: new VideoGrants(now),
    sessions: { find: async () => ({ session: null, endedBy: null }) },
    rooms: { isAdmin: () => false },
    playLimits: { exclusionCode: async () => 0, refusal: async (_memberId, code) => failureOf(code) },
    limits: opened.limits,
    gate: opened.gate,
    siteOf: () => ({ siteId: 5009, site: CONFIG_DEFAULTS }),
    now,
    loadToken: null,
    origins: new PageOrigins([], log),
    metrics: new Metrics(),
    log,
  }
  await registerCalls(http, options)
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const call = unsealed(callsOf(ENDPOINTS, options.handlers).find(({ name }) => name === COMPARED))
    scope.post(UNSEALED_PATH, (request, reply) => serveCall(options, call, request, reply))
  })
  if (pageFolder !== null) {
    // Isolated pages have clocks of 5 µs.
    const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
    http.get('/', (_request, reply) =>
      reply
        .headers({ ...headers, 'content-type': 'text/html' })
        .send('<script type="module" src="/assets/page.js"></script>'),
    )
    http.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
      const file = path.join(pageFolder, 'assets', path.basename(request.params.name))
      return reply.headers({ ...headers, 'content-type': 'text/javascript' }).send(await readFile(file))
    })
  }
  await http.listen({ host: '127.0.0.1', port: 0 })
  const address = http.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the bench server does not listen')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    identity: identity.publicKey,
    close: () => http.close(),
  }
}

function handlersOf(keySessions: KeySessions): Handlers {
  const matches = success(manyMatches())
  const lines = success({
    anchorStatus: 1 as const,
    lines: [
      { id: 'flv', name: '线路一', kind: 'flv' as const, url: '/media/5100001.flv' },
      { id: 'hls', name: '线路二', kind: 'hls' as const, url: '/media/5100001/index.m3u8' },
    ],
  })
  const absent = Object.fromEntries(
    (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => [name, async () => failureOf(CODES.NOT_FOUND)]),
  ) as unknown as Handlers
  return {
    ...absent,
    ...gatewayCalls({ keySessions, siteConfigs: { CNY: CONFIG_DEFAULTS, USDT: CONFIG_DEFAULTS } }),
    'live.popularList': async () => matches,
    'live.playingVideo': async () => lines,
  }
}

function unsealed(call: Call | undefined): Call {
  if (!call) throw new Error(`there is no row ${COMPARED}`)
  return { ...call, endpoint: { ...call.endpoint, response: 'plain' } }
}
