import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { type Result, success } from '#protocol/result.ts'
import { transferObstacle } from '#protocol/rules/venue.ts'
import type { Handlers, MoneyCall } from '../../http/context.ts'
import { Copies } from '../site/copies.ts'
import { recover, type RecoverServices, refusalOf } from './recover.ts'
import { createdResult, type WalletCallServices } from './wallet.ts'

type TransferCalls = Pick<Handlers, Extract<keyof Handlers, `${'transfer' | 'balance'}.${string}`>>

type TransferServices = RecoverServices & Pick<WalletCallServices, 'playLimits'>

/** Transfers between centre and venues, and balances (Annex D.3). */
export function transferCalls(services: TransferServices): TransferCalls {
  const { wallet, remoteVenues } = services
  const transfers = new Copies<WalletOrder>()
  const recoveries = new Copies<DataOf<'transfer.oneKeyRecover'>>()
  const transfer = async (
    kind: 'transferIn' | 'transferOut',
    { venueEnName, currency, amount }: RequestOf<'transfer.in'>,
    { session, idempotencyKey }: MoneyCall,
  ): Promise<Result<WalletOrder>> => {
    const { memberId } = session
    const venue = remoteVenues.rows().find(({ enName }) => enName === venueEnName)
    if (!venue) return failureOf(CODES.NOT_FOUND)
    const refusal = wallet.channel
      ? refusalOf(transferObstacle(kind === 'transferIn' ? 'in' : 'out', venue))
      : CODES.VENUE_MAINTAIN
    if (refusal !== 0 && !(await wallet.orders.findByKey(memberId, idempotencyKey))) return failureOf(refusal)
    return transfers.run([memberId, idempotencyKey, kind, venueEnName, currency, amount], async () => {
      if (kind === 'transferOut') await remoteVenues.pull(venueEnName)
      const created = await wallet.transfer(kind, { venueEnName, currency }, { memberId, amount, idempotencyKey })
      const money = { kind: 'transfer', currency, amount } as const
      return services.playLimits.explained(createdResult(created), memberId, 'transfer', money)
    })
  }
  return {
    'transfer.in': (params, call) => transfer('transferIn', params, call),
    'transfer.out': (params, call) => transfer('transferOut', params, call),

    'transfer.oneKeyRecover': async ({ currency }, { session, idempotencyKey }) => {
      const asked = { memberId: session.memberId, idempotencyKey, currency }
      return recoveries.run([asked], () => recover(services, asked))
    },

    'balance.list': async ({ currency }, { session }) => {
      const balances = await wallet.balances(session.memberId, currency)
      return success({
        currency,
        center: balances.get('main') ?? 0,
        locked: balances.get('locked') ?? 0,
        venues: remoteVenues.rows().map(({ enName, chName, status, isDisplay }) => ({
          venueEnName: enName,
          venueChName: chName,
          balance: balances.get(`venue:${enName}`) ?? 0,
          status,
          isDisplay,
        })),
      })
    },
  }
}
