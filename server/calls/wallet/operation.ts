import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import { ENDPOINTS, type EndpointName } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import type { Claims } from '../../club/claims.ts'
import type { Club } from '../../club/club.ts'
import type { Conversions } from '../../wallet/funds/conversions.ts'
import type { InterestWallet } from '../../wallet/funds/interest-wallet.ts'
import { cashedOutUnder, placedUnder } from '../../sports/bet-rows.ts'
import { roundUnder } from '../../games/round-rows.ts'
import type { Rounds } from '../../games/rounds.ts'
import { memberKey } from '../../wallet/ledger/postings.ts'
import { tableBetUnder } from '../../games/tables/table-bets.ts'
import { launchedUnder, type VenueCallServices } from '../sports/venue.ts'
import { operationResult } from '../../wallet/ledger/operation-result.ts'
import type { Handlers } from '../../http/context.ts'
import { usdtPayment } from './deposit.ts'
import { recovered, type RecoverServices } from './recover.ts'
import { wireOrder } from './wallet.ts'

interface OperationServices extends RecoverServices, Pick<VenueCallServices, 'venues' | 'playLimits'> {
  readonly conversions: Pick<Conversions, 'acceptedUnder'>
  readonly interestWallet: Pick<InterestWallet, 'movedUnder'>
  readonly rounds: Pick<Rounds, 'found'>
  readonly claims: Pick<Claims, 'receivedUnder'>
  readonly club: Pick<Club, 'points' | 'soccerLottery'>
}

/**
 * Results of money calls, which are never sent again (settled 7). Keys belong to the calling member. The data is the
 * response of the call; an order is in its current state.
 */
export function operationCalls(services: OperationServices): Pick<Handlers, 'operation.result'> {
  return {
    'operation.result': async ({ idempotencyKey, endpoint }, { session, now }) => {
      if (!isMoneyCall(endpoint)) {
        return failureOf(CODES.PARAM_ERROR, {
          details: { fields: { endpoint: '不在可选范围内' } },
        })
      }
      const asked = { memberId: session.memberId, idempotencyKey, endpoint }
      const found = await operationResult(services.database, asked, now)
      if (found.state === 'settled' && found.data === null) {
        return success({ state: 'settled', code: found.code, message: codeText(found.code), data: null })
      }
      const data = found.state === 'settled' ? await responseOf(services, asked, found.data) : null
      if (data !== null) return success({ state: 'settled', code: CODES.SUCCESS, message: '', data })
      return success({ state: 'unknown', code: CODES.NOT_FOUND, message: '这笔操作没有入账', data: null })
    },
  }
}

interface Asked {
  readonly memberId: string
  readonly idempotencyKey: string
  readonly endpoint: EndpointName
}

const CLAIMS: readonly EndpointName[] = [
  'rebate.receive',
  'birthCash.receive',
  'welfare.receive',
  'activity.receive',
  'redRain.grab',
]

/** Looks up postings of the interest wallet, of claims and of points; null for other calls. */
function fundOf({ interestWallet, claims, club }: OperationServices, endpoint: EndpointName) {
  if (isInterestCall(endpoint)) return interestWallet.movedUnder.bind(interestWallet)
  if (endpoint === 'points.exchange') return club.points.exchangedUnder.bind(club.points)
  if (endpoint === 'soccerLottery.draw') return club.soccerLottery.drawnUnder.bind(club.soccerLottery)
  return CLAIMS.includes(endpoint) ? claims.receivedUnder.bind(claims) : null
}

/** The response of a call that was booked; null if its key belongs to another call. */
async function responseOf(
  services: OperationServices,
  { memberId, idempotencyKey, endpoint }: Asked,
  { orderNo, ...booked }: Readonly<Record<string, string | number>>,
): Promise<unknown> {
  if (endpoint === 'usdt.transfer') return services.conversions.acceptedUnder(memberId, idempotencyKey)
  const fund = fundOf(services, endpoint)
  if (fund) return fund(memberId, idempotencyKey)
  if (endpoint === 'bet.place') return placedUnder(services.database, memberKey(memberId, idempotencyKey))
  if (endpoint === 'bet.cashOut') return cashedOutUnder(services.database, memberKey(memberId, idempotencyKey))
  if (endpoint === 'table.bet') return tableBetUnder(services.database, memberKey(memberId, idempotencyKey))
  if (isRoundCall(endpoint)) {
    const roundId = await roundUnder(services.database, memberKey(memberId, idempotencyKey), endpoint)
    return roundId && services.rounds.found(roundId)
  }
  if (endpoint === 'game.launch') return launchedUnder(services, memberId, idempotencyKey)
  if (endpoint === 'transfer.oneKeyRecover') return recovered(services, { memberId, idempotencyKey })
  if (typeof orderNo !== 'string') return booked
  const order = await services.wallet.orders.find(orderNo, memberId)
  if (order && endpoint === 'usdt.pay') return order.currency === 'USDT' ? usdtPayment(order) : null
  return order && wireOrder(order)
}

function isRoundCall(name: EndpointName): name is 'gameRound.start' | 'gameRound.move' {
  return name === 'gameRound.start' || name === 'gameRound.move'
}

function isInterestCall(name: EndpointName): boolean {
  return name === 'interest.to' || name === 'interest.from'
}

function isMoneyCall(name: string): name is EndpointName {
  return Object.hasOwn(ENDPOINTS, name) && ENDPOINTS[name as EndpointName].idempotent
}
