import { CODES, codeText } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { Venue } from '#protocol/endpoints/game.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Result, successOf } from '#protocol/result.ts'
import { type TransferObstacle, transferObstacle } from '#protocol/rules/venue.ts'
import { stateOf } from '#protocol/wallet/order-states.ts'
import type { Database } from '../../database/database.ts'
import { refusalsUnder } from '../../wallet/ledger/operation-result.ts'
import { memberKey } from '../../wallet/ledger/postings.ts'
import type { RemoteVenues } from '../../venues/remote-venue.ts'
import { recoveryKey, type Wallet } from '../../wallet/wallet.ts'
import { wireOrder } from './wallet.ts'

export interface RecoverServices {
  readonly database: Database
  readonly wallet: Wallet
  readonly remoteVenues: Pick<RemoteVenues, 'rows' | 'pull'>
}

interface Asked {
  readonly memberId: string
  readonly idempotencyKey: string
}

type Recovered = DataOf<'transfer.oneKeyRecover'>

/**
 * One-key recovery (E.5): one order per venue with a balance. A repetition transfers nothing that the first call has not
 * stored.
 */
export async function recover(
  services: RecoverServices,
  { memberId, idempotencyKey, currency }: Asked & { readonly currency: SettleCurrency },
): Promise<Result<Recovered>> {
  const { wallet, remoteVenues } = services
  await remoteVenues.pull()
  const rows = remoteVenues.rows()
  const venues = rows.map((venue) => ({
    venueEnName: venue.enName,
    refusal: wallet.channel ? refusalOf(transferObstacle('out', venue)) : CODES.VENUE_MAINTAIN,
  }))
  const stored = await wallet.recover(venues, { memberId, currency, idempotencyKey })
  if (!stored.ok) return stored
  const orders = await wallet.orders.findByKeys(memberId, keysOf(rows, idempotencyKey))
  for (const order of orders.filter(({ kind, status }) => stateOf(kind, status) === 'pending')) {
    // oxlint-disable-next-line no-await-in-loop -- one call at a time to the venues
    await wallet.advance(order)
  }
  return successOf(await recovered(services, { memberId, idempotencyKey }), stored.isReplay === true)
}

/** The code that refuses a transfer; 0 allows it. */
export function refusalOf(obstacle: TransferObstacle | null): number {
  if (obstacle === null) return 0
  return obstacle === 'maintenance' ? CODES.VENUE_MAINTAIN : CODES.VENUE_CLOSED
}

const keysOf = (venues: readonly Venue[], idempotencyKey: string): string[] =>
  venues.map(({ enName }) => recoveryKey(idempotencyKey, enName))

/** What is stored under the keys of a recovery, in the order of the venues. */
export async function recovered(
  { database, wallet, remoteVenues }: RecoverServices,
  { memberId, idempotencyKey }: Asked,
): Promise<Recovered> {
  const venues = remoteVenues.rows()
  const keys = keysOf(venues, idempotencyKey)
  const found = await wallet.orders.findByKeys(memberId, keys)
  const orders = venues.flatMap(({ enName }) => found.filter(({ channel }) => channel === enName))
  const refusals = await refusalsUnder(
    database,
    keys.map((key) => memberKey(memberId, key)),
  )
  return {
    recovered: orders.reduce((sum, { amount, settleTx }) => sum + (settleTx === null ? 0 : amount), 0),
    orders: orders.map(wireOrder),
    failed: venues.flatMap(({ enName }) => {
      const code = refusals.get(memberKey(memberId, recoveryKey(idempotencyKey, enName)))
      return code === undefined ? [] : [{ venueEnName: enName, code, message: codeText(code) }]
    }),
  }
}
