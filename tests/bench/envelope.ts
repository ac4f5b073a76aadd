import { toBase64Url } from '#protocol/bytes.ts'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { gatewayCalls } from '#server/calls/auth/gateway.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { Envelope, type SealedCall } from '#server/http/envelope/envelope.ts'
import { identityOf } from '#server/http/envelope/identity.ts'
import { KeySessions } from '#server/http/envelope/key-sessions.ts'
import { ReplayGuard } from '#server/net/replay.ts'
import { SealedClient } from '../support/sealed-client.ts'
import type { Bench } from './harness/figures.ts'

const CALLS = 20_000
const HANDSHAKES = 1_000
/** A response of common size, and one like the live list, which is compressed. */
const SMALL = JSON.stringify({ code: 0, msg: '', data: { text: 'a'.repeat(184) }, time: 0, traceId: 'AAAAAAAAAAAA' })
const LARGE = JSON.stringify({
  list: Array.from({ length: 200 }, (_, row) => ({ row, teams: '青禾 江城', at: row * 7919 })),
})

/** Cost of the envelope on the server, without HTTP. */
export const envelopeBench: Bench<'small call' | 'large answer' | 'handshake'> = {
  name: 'envelope',
  about: 'processor time of opening a sealed call and sealing its answer on the server',
  figures: { 'small call': { unit: 'µs' }, 'large answer': { unit: 'µs' }, handshake: { unit: 'µs' } },
  async run() {
    const { round, sessions } = await openEnvelope()
    const share = toBase64Url((await nodeCrypto.createShare()).publicKey)
    return {
      'small call': await microseconds(CALLS, () => round(SMALL)),
      'large answer': await microseconds(CALLS / 10, () => round(LARGE)),
      handshake: await microseconds(HANDSHAKES, async () => void (await sessions.agree(5009, share))),
    }
  },
}

/** Processor time of opening a call, checking its nonce and sealing a response of 256 bytes, in microseconds. */
export async function smallCallMicroseconds(): Promise<number> {
  const { round } = await openEnvelope()
  // The best of several rounds is the least disturbed one.
  const lots: number[] = []
  for (let lot = 0; lot < 5; lot += 1) lots.push(await microseconds(CALLS, () => round(SMALL)))
  return Math.min(...lots)
}

/** The server's envelope with one client call that is repeated. */
async function openEnvelope(): Promise<{ round: (response: string) => Promise<void>; sessions: KeySessions }> {
  const now = Date.now
  const sessions = new KeySessions({
    backend: nodeCrypto,
    identity: identityOf('a secret of the bench, 32 characters'),
    now,
  })
  const envelope = new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions, now })
  const handlers = gatewayCalls({ keySessions: sessions, siteConfigs: { CNY: CONFIG_DEFAULTS, USDT: CONFIG_DEFAULTS } })
  const client = await SealedClient.connect(async ({ payload }) => {
    const params = JSON.parse(String(payload)) as { version: number; siteId: number; share: string }
    const result = await handlers['gateway.vvm'](params, {} as never)
    const body = JSON.stringify({ code: result.ok ? 0 : result.code, data: result.ok && result.data })
    return { status: 200, headers: {}, bytes: new Uint8Array(), body }
  })
  const { request } = await client.prepare('live.detail', { eid: 'football-1' })
  const call: SealedCall = {
    method: request.method,
    target: request.url,
    header: request.headers[ENVELOPE_HEADER],
    sealedBody: (JSON.parse(String(request.payload)) as { xx: string }).xx,
  }
  const replay = new ReplayGuard(now)
  let nonces = 0
  const round = async (response: string): Promise<void> => {
    const opened = await envelope.open(call)
    if (opened.outcome !== 'open') throw new Error('the bench cannot open its own call')
    // The call is repeated, so its nonce is numbered.
    if (!replay.accept(opened.kid, opened.headers.nonce + (nonces += 1))) throw new Error('a nonce came twice')
    await opened.seal(response, true)
  }
  return { round, sessions }
}

/** Mean processor time of one round over all threads, after a warm-up of a tenth of the rounds. */
async function microseconds(turns: number, turn: () => Promise<void>): Promise<number> {
  for (let count = 0; count < turns / 10; count += 1) await turn()
  const before = process.cpuUsage()
  for (let count = 0; count < turns; count += 1) await turn()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / turns
}
