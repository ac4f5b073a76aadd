import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { scaled } from '../../support/depth.ts'
import { newKey } from '../../support/ledger-members.ts'
import type { LoadMember } from '../../support/money-load.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { startProviderProcess } from '../../support/provider-process.ts'
import { REMOTE } from '../../support/remote-config.ts'
import { plainEnvironment, startTestServer } from '../../support/server.ts'
import { createTestDatabase, SHORT_KINDS } from '../../support/store.ts'
import { connectMembers, KILLED_SERVER, type KilledDatabase, seedMembers } from '../../support/wallet-kill.ts'

const KILLS = scaled({ short: 2, full: 20 })
const AMOUNT = 10_00

/** `npm run reconcile` on the database of a stopped server. */
async function reconciled(place: KilledDatabase, venues: string): Promise<{ code: number; out: string }> {
  const program = path.join(PROJECT_ROOT, 'scripts/operation.mjs')
  const database = 'databaseUrl' in place ? { DATABASE_URL: place.databaseUrl } : { DATA_DIR: place.dataDirectory }
  const env = { ...plainEnvironment(), ...KILLED_SERVER, MODE: 'demo', REMOTE_VENUES: venues, ...database }
  return promisify(execFile)(process.execPath, [program, 'reconcile'], { env }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, out: stdout }),
  )
}

async function balances({ client }: LoadMember) {
  const { data } = await client.call('balance.list', { currency: 'CNY' })
  const { center, locked, venues } = data as DataOf<'balance.list'>
  return { center, locked, venue: venues.find(({ venueEnName }) => venueEnName === REMOTE)?.balance }
}

describe.each(SHORT_KINDS)('a server on %s that is killed between a request to a provider and its response', (kind) => {
  it(
    `Annex E.5 S7.56 S7.58: resolves each transfer after the start, over ${KILLS} kills`,
    { timeout: 1_800_000 },
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-provider-'))
      const provider = await startProviderProcess(path.join(folder, 'journal'))
      const database = kind === 'postgres' ? await createTestDatabase() : null
      const env = {
        ...KILLED_SERVER,
        REMOTE_VENUES: provider.venues,
        ...(database && { DATABASE_URL: database.url.href }),
      }
      const server = await startTestServer({ env, isFirstStart: database !== null })
      try {
        const { dataDirectory } = server
        const place: KilledDatabase = database ? { databaseUrl: database.url.href } : { dataDirectory }
        await server.kill('SIGTERM')
        const seeded = (await seedMembers(place)).slice(0, 1)
        await server.restart()
        let [member] = await connectMembers(server, seeded)
        const { center } = await balances(member!)
        const transfer = (amount: number) => {
          const params = { venueEnName: REMOTE, currency: 'CNY' as const, amount }
          return member!.client.call('transfer.in', params, { headers: { 'idempotency-key': newKey() } })
        }
        await expect.poll(async () => (await transfer(AMOUNT)).code).toBe(CODES.SUCCESS)
        for (let kill = 0; kill < KILLS; kill += 1) {
          const fault = (['hang', 'crash', 'lose-request'] as const)[kill % 3]!
          await provider.control({ faults: [{ method: 'transfer', kind: fault }] })
          const called = transfer(AMOUNT).catch(() => null)
          if (fault === 'crash') await provider.restarted()
          else await expect.poll(() => provider.control({})).toEqual([])
          await server.kill('SIGKILL')
          await called
          await server.restart()
          ;[member] = await connectMembers(server, seeded)
          const moved = AMOUNT * (kill + 2)
          const resolved = { center: center - moved, locked: 0, venue: moved }
          await expect.poll(() => balances(member!), { timeout: 120_000 }).toEqual(resolved)
        }
        await server.kill('SIGKILL')
        expect(await reconciled(place, provider.venues)).toEqual({ code: 0, out: expect.stringContaining(REMOTE) })
        await server.restart()
        ;[member] = await connectMembers(server, seeded)
        await provider.control({ faults: [{ method: 'transfer', kind: 'other-outcome' }] })
        await expect
          .poll(async () => (await transfer(AMOUNT)).data, { timeout: 120_000 })
          .toMatchObject({ status: '2' })
        await server.kill('SIGKILL')
        const { code, out } = await reconciled(place, provider.venues)
        expect(code).toBe(1)
        expect(out).toMatch(new RegExp(`^E\\.5 ${REMOTE} ${member!.memberId}: `))
      } finally {
        await server.stop()
        await database?.drop()
        await provider.stop()
        await rm(folder, { recursive: true })
      }
    },
  )
})
