import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startProvider, type Provider } from '#provider/server.ts'
import type { Difference } from '#server/wallet/reconcile.ts'
import { venueDifferences } from '#server/venues/remote-balances.ts'
import { RemoteProvider } from '#server/venues/remote-provider.ts'
import { RemoteVenue, RoutedVenueWallet } from '#server/venues/remote-venue.ts'
import { newKey } from './ledger-members.ts'
import { testLog } from './logs.ts'
import { PROVIDER_SECRET, remoteConfig } from './remote-config.ts'
import type { STORE_KINDS } from './store.ts'
import { credit } from './wallet-funds.ts'
import { walletWorld } from './wallet.ts'

/** Tests wait this long for a response that never comes. */
export const LIMIT_MS = 1_000

/** A wallet with a remote venue, whose provider is simulated in this process, for one `describe`. */
export function remoteWorld(kind: (typeof STORE_KINDS)[number]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-provider-'))
  const file = path.join(folder, 'journal')
  let provider: Provider
  const start = async (port: number) => {
    provider = await startProvider({ port, file, secret: PROVIDER_SECRET, now: () => world.clock.now(), crash })
  }
  const crash = () => void provider.close()
  beforeAll(() => start(0))
  const client = () => new RemoteProvider(remoteConfig(provider.url), { now: world.clock.now, limitMs: LIMIT_MS })
  const world = walletWorld(kind, (local) => new RoutedVenueWallet(local, [client()]))
  afterAll(async () => {
    await provider.close().catch(() => undefined)
    rmSync(folder, { recursive: true })
  })

  const open = (): RemoteVenue =>
    new RemoteVenue(client(), {
      database: world.store,
      wallet: world.wallet,
      limits: world.limits,
      now: world.clock.now,
      log: testLog(),
    })
  return {
    world,
    open,
    client,
    /** A new venue that has polled its provider, and a member with ¥500.00 in the centre. */
    async opened() {
      const venue = open()
      await venue.poll()
      const memberId = await world.member()
      await credit(world.store, memberId, 'CNY', 500_00)
      const money = (amount: number) => ({ memberId, currency: 'CNY' as const, amount, idempotencyKey: newKey() })
      return { venue, memberId, money }
    },
    /** Starts the provider again at the same address, with its journal. */
    async restartProvider() {
      const { port } = provider
      await provider.close().catch(() => undefined)
      await start(port)
    },
    stopProvider: () => provider.close(),
    async differences(memberId: string): Promise<Difference[]> {
      const all = await venueDifferences(world.store, [client()])
      return all.filter(({ subject }) => subject.includes(memberId) || !subject.includes(' '))
    },
    get provider() {
      return provider
    },
  }
}
