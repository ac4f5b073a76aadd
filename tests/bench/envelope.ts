import { toBase64Url } from '#protocol/bytes.ts'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { gatewayCalls } from '#server/calls/gateway.ts'
import { nodeCompressor } from '#server/compress-node.ts'
import { nodeCrypto } from '#server/crypto-node.ts'
import { Envelope, type SealedCall } from '#server/envelope.ts'
import { identityOf } from '#server/identity.ts'
import { KeySessions } from '#server/key-sessions.ts'
import { SealedClient } from '../support/sealed-client.ts'
import type { Bench } from './harness/figures.ts'

const CALLS = 20_000
const HANDSHAKES = 1_000
/** An answer of the size that most calls have, and one like the live list, which is compressed. */
const SMALL = JSON.stringify({ code: 0, msg: '', data: { text: 'a'.repeat(220) }, time: 0, traceId: 'AAAAAAAAAAAA' })
const LARGE = JSON.stringify({
  list: Array.from({ length: 200 }, (_, row) => ({ row, teams: '青禾 江城', at: row * 7919 })),
})

/** What the envelope costs the server, without HTTP around it. */
export const envelopeBench: Bench<'small call' | 'large answer' | 'handshake'> = {
  name: 'envelope',
  about: 'processor time of opening a sealed call and sealing its answer on the server',
  figures: { 'small call': { unit: 'µs' }, 'large answer': { unit: 'µs' }, handshake: { unit: 'µs' } },
  async run() {
    const now = Date.now
    const sessions = new KeySessions({
      backend: nodeCrypto,
      identity: identityOf('a secret of the bench, 32 characters'),
      now,
    })
    const envelope = new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions, now })
    const client = await SealedClient.connect(async ({ payload }) => {
      const params = JSON.parse(payload ?? '') as { version: number; siteId: number; share: string }
      const result = await gatewayCalls({ keySessions: sessions })['gateway.vvm'](params, {} as never)
      return {
        status: 200,
        body: JSON.stringify({ code: result.ok ? 0 : result.code, data: result.ok && result.data }),
      }
    })
    const { request } = await client.prepare('live.detail', { eid: 'football-1' })
    const call: SealedCall = {
      method: request.method,
      target: request.url,
      header: request.headers[ENVELOPE_HEADER],
      sealedBody: (JSON.parse(request.payload ?? '') as { xx: string }).xx,
    }
    const round = async (answer: string): Promise<void> => {
      const opened = await envelope.open(call)
      if (opened.outcome !== 'open') throw new Error('the bench cannot open its own call')
      await opened.seal(answer, true)
    }
    const share = toBase64Url((await nodeCrypto.createShare()).publicKey)
    return {
      'small call': await microseconds(CALLS, () => round(SMALL)),
      'large answer': await microseconds(CALLS / 10, () => round(LARGE)),
      handshake: await microseconds(HANDSHAKES, async () => void (await sessions.agree(5009, share))),
    }
  },
}

/** Mean processor time of one turn, all threads together, after a tenth of the turns as a warm-up. */
async function microseconds(turns: number, turn: () => Promise<void>): Promise<number> {
  for (let count = 0; count < turns / 10; count += 1) await turn()
  const before = process.cpuUsage()
  for (let count = 0; count < turns; count += 1) await turn()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / turns
}
