import Fastify, { type FastifyInstance } from 'fastify'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import { type OpenGate, openGate, type OpenGateOptions } from '#server/http/access/open-gate.ts'
import type { CALL_RATES } from '#server/http/pipeline/call-limits.ts'
import { gatewayCalls } from '#server/calls/auth/gateway.ts'
import { OPEN_ACCESS } from '../../support/open-access.ts'
import { provokeCalls } from '#server/calls/site/provoke.ts'
import { siteCalls } from '#server/calls/site/site.ts'
import { verificationCalls } from '#server/calls/auth/verification.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import type { Handlers } from '#server/http/context.ts'
import type { SessionMember } from '#server/members/sessions/session-member.ts'
import type { Sessions } from '#server/members/sessions/sessions.ts'
import type { RoomHub } from '#server/rooms/hub.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { Envelope } from '#server/http/envelope/envelope.ts'
import { identityOf, type ServerIdentity } from '#server/http/envelope/identity.ts'
import { KeySessions } from '#server/http/envelope/key-sessions.ts'
import { ReplayGuard } from '#server/net/replay.ts'
import { PageOrigins } from '#server/net/origin.ts'
import { registerCalls } from '#server/http/pipeline/serve-call.ts'
import { noteCallerIp } from '#server/net/caller-ip.ts'
import { newTraceId } from '#server/http/pipeline/send-response.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'
import { createLog } from '#server/config/log.ts'
import { VideoGrants } from '#server/media/video-grants.ts'

export const START = 1_795_000_000_000

export function sessionMember(memberId: string): SessionMember {
  return {
    sessionId: `session-of-${memberId}`,
    memberId,
    expireAt: START + 3_600_000,
    member: {
      userId: `public-${memberId}`,
      nickname: '看客',
      avatar: 'av-1',
      vipLevel: 3,
      level: 1,
      currency: 'CNY',
      siteId: 5009,
      agentStatus: 0,
      tags: [],
    },
  }
}

/** Tokens of the fake sessions: `alive`, `admin`, and ended ones with a reason. */
export const TOKENS: Readonly<Record<string, { session: SessionMember | null; endedBy: number | null }>> = {
  alive: { session: sessionMember('m-1'), endedBy: null },
  admin: { session: sessionMember('m-admin'), endedBy: null },
  elsewhere: { session: null, endedBy: CODES.LOGIN_ELSEWHERE_ERROR },
}

const PLENTY = { burst: 1e9, perSecond: 1e9 }
/** Rates that no test exceeds. */
export const UNLIMITED_RATES: typeof CALL_RATES = {
  address: PLENTY,
  member: PLENTY,
  call: PLENTY,
  callOfAddress: {},
  callOfMember: {},
  callOf: {},
  passwordCheck: PLENTY,
}

/** A site without API origins and short URLs. */
const SITE = {
  hasDemoTools: true,
  domains: { api: [], news: [], video: [], chat: [] },
  shortUrls: { make: async () => null },
  content: { current: () => null },
  activities: { running: async () => ({ list: [] }) },
}

export interface TestRouter {
  readonly app: FastifyInstance
  readonly identity: ServerIdentity
  readonly clock: { now: number }
  readonly keySessions: KeySessions
  readonly gate: OpenGate
  readonly refusals: string[]
  readonly calls: { name: EndpointName; code: number }[]
  readonly logged: { details: object; message: string }[]
}

/**
 * The real router, envelope and gateway with fake services: sessions know {@link TOKENS}, `m-admin` is administrator of
 * `room-1`, and calls without a handler return NOT_FOUND.
 */
export async function createTestRouter(
  options: {
    handlers?: Partial<Handlers>
    rates?: typeof CALL_RATES
    loadToken?: string
    allowedOrigins?: readonly string[]
    find?: Sessions['find']
    videoGrants?: VideoGrants
    clock?: { now: number }
    gate?: Partial<Omit<OpenGateOptions, 'now'>>
    /** The configuration of all sites. */
    site?: SiteConfig
  } = {},
): Promise<TestRouter> {
  const { clock = { now: START }, site = CONFIG_DEFAULTS } = options
  const now = (): number => clock.now
  const identity = identityOf('a secret of the tests, long enough')
  const keySessions = new KeySessions({ backend: nodeCrypto, identity, now })
  const absent = Object.fromEntries(
    Object.keys(ENDPOINTS).map((name) => [name, async () => failureOf(CODES.NOT_FOUND)]),
  ) as unknown as Handlers
  const app = Fastify({ genReqId: newTraceId })
  noteCallerIp(app, new TrustedProxies(0, createLog('silent')))
  const refusals: string[] = []
  const calls: TestRouter['calls'] = []
  const logged: TestRouter['logged'] = []
  const rooms: Pick<RoomHub, 'isAdmin'> = {
    isAdmin: (chatRoomNo, memberId) => chatRoomNo === 'room-1' && memberId === 'm-admin',
  }
  const gate = openGate({
    access: OPEN_ACCESS,
    geetest: null,
    provocations: null,
    now,
    ...(options.rates ? { rates: options.rates } : {}),
    ...options.gate,
  })
  await registerCalls(app, {
    handlers: {
      ...absent,
      ...gatewayCalls({ keySessions, siteConfigs: { CNY: site, USDT: site } }),
      ...siteCalls({ ...SITE, ...gate }),
      ...verificationCalls(gate),
      ...provokeCalls(gate),
      ...options.handlers,
    },
    envelope: new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions: keySessions, now }),
    replay: new ReplayGuard(now),
    videoGrants: options.videoGrants ?? new VideoGrants(now),
    sessions: { find: options.find ?? (async (token) => TOKENS[token] ?? { session: null, endedBy: null }) },
    rooms,
    playLimits: { exclusionCode: async () => 0, refusal: async (_memberId, code) => failureOf(code) },
    limits: gate.limits,
    gate: gate.gate,
    siteOf: (siteId) => ({ siteId: siteId ?? 5009, site }),
    now,
    loadToken: options.loadToken ?? null,
    origins: new PageOrigins(options.allowedOrigins ?? [], createLog('silent')),
    metrics: { called: (name, code) => void calls.push({ name, code }), refused: (cause) => void refusals.push(cause) },
    log: { error: (details, message) => void logged.push({ details, message }) },
  })
  return { app, identity, clock, keySessions, gate, refusals, calls, logged }
}
