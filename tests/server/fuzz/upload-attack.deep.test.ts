import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { RunningServer } from '#server/main.ts'
import { newKey } from '../../support/ledger-members.ts'
import { pngOf, readPicture } from '../../support/pictures.ts'
import type { SealedClient, TestFile } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn } from '../app/app-support.ts'

const png = (bytes: Uint8Array): TestFile => ({ name: 'a.png', type: 'image/png', bytes })
/** 16 million pixels of one colour in some 16 kB. */
const LARGE = png(
  pngOf({ width: 4_000, height: 4_000, pixels: deflateSync(Buffer.alloc(4_001 * 4_000), { level: 9 }) }),
)
const SMALL = png(readPicture('screen.png'))

describe('uploads of a running server', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  beforeAll(async () => {
    server = await installation.start({ TRUST_PROXY: '1' })
  })
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  async function member(name: string, address: string): Promise<SealedClient> {
    const client = await connectTo(server)
    client.http = { 'x-forwarded-for': address }
    await signIn(client, name)
    return client
  }
  async function depositOf(client: SealedClient): Promise<string> {
    const headers = { 'idempotency-key': newKey() }
    const { data } = await client.call('pay.create', { payTypeId: 'demo-bank', amount: 100_00 }, { headers })
    return (data as DataOf<'pay.create'>).orderNo
  }

  it('S7.72: proofs of a member are accepted while another uploads large pictures in a loop', async () => {
    const [attacker, other] = await Promise.all([member('rich001', '203.0.113.1'), member('fan001', '198.51.100.1')])
    const [own, orderNo] = await Promise.all([depositOf(attacker), depositOf(other)])
    const files = [LARGE, LARGE, LARGE]
    const codes: number[] = []
    const over = new AbortController()
    const loop = async (send: () => Promise<{ code: number }>): Promise<void> => {
      // oxlint-disable-next-line no-await-in-loop -- the attack
      while (!over.signal.aborted)
        codes.push(
          await send().then(
            ({ code }) => code,
            () => CODES.NETWORK_FAILURE,
          ),
        )
    }
    const attack = [
      ...Array.from({ length: 12 }, () => loop(() => attacker.call('upload.images', { purpose: 'proof' }, { files }))),
      ...Array.from({ length: 12 }, () =>
        loop(() => attacker.call('speedDeposit.uploadProof', { orderNo: own }, { files })),
      ),
    ]
    await expect.poll(() => codes.length, { timeout: 60_000 }).toBeGreaterThan(8)
    const sent: number[] = []
    for (let proof = 0; proof < 3; proof += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one proof after the other
      sent.push((await other.call('speedDeposit.uploadProof', { orderNo }, { files: [SMALL] })).code)
    }
    over.abort()
    await Promise.all(attack)
    expect(sent).toEqual([CODES.SUCCESS, CODES.SUCCESS, CODES.SUCCESS])
    // The loops are refused by the rate of the calls, or because the member has two uploads already.
    expect(codes).toContain(CODES.CURRENT_LIMITING_B)
    expect(codes).not.toContain(CODES.INTERNAL_ERROR)
  }, 240_000)
})
