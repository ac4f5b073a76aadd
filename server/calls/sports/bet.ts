import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { combinedPrice } from '#protocol/sports/bet-return.ts'
import { LIVE_DELAY_SECONDS } from '#protocol/sports/bet-terms.ts'
import { correlatedSelections } from '#protocol/sports/correlation.ts'
import { valueInCny } from '#protocol/wallet/conversion.ts'
import type { Database } from '../../database/database.ts'
import type { Handlers } from '../../http/context.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { betOf, betPage, postingsOf, wireBet } from '../../sports/bet-rows.ts'
import type { ShownBets } from '../../sports/shown-bets.ts'
import type { Sportsbook } from '../../sports/sportsbook.ts'
import { isDelayed, offeredSelection, stakeBounds } from '../../sports/selections.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import { atBookOf } from './at-book.ts'

type BetCalls = Pick<Handlers, Extract<keyof Handlers, `bet.${string}`>>

interface BetCallServices {
  readonly database: Database
  readonly sportsbook: Pick<Sportsbook, 'book' | 'bets' | 'cashOuts'>
  readonly rooms: Pick<RoomHub, 'writer'>
  readonly shownBets: Pick<ShownBets, 'show'>
  readonly playLimits: Pick<Limits, 'explained'>
}

/** Bets of members (Annex D.3, E.7). */
export function betCalls({ database, sportsbook, rooms, shownBets, playLimits }: BetCallServices): BetCalls {
  const { book, bets, cashOuts } = sportsbook
  const atBook = atBookOf(rooms.writer)
  return {
    'bet.quote': atBook('bet.quote', async ({ currency, selections }) => {
      const legs = selections.flatMap((id) => offeredSelection(book, id) ?? [])
      if (legs.length < selections.length) return failureOf(CODES.NOT_FOUND)
      const prices = legs.map(({ selection }) => selection?.price ?? MIN_FACTOR)
      return success({
        legs: legs.map(({ id, match, market }) => ({ selection: id, match, market })),
        correlated: correlatedSelections(selections).map(({ selection }) => selection),
        price: combinedPrice(prices),
        ...stakeBounds(currency, prices),
        delaySeconds: isDelayed(legs) ? LIVE_DELAY_SECONDS : 0,
      })
    }),

    'bet.place': atBook('bet.place', async (wanted, { session, idempotencyKey }) => {
      const { memberId } = session
      const placed = await bets.place({ ...wanted, memberId, idempotencyKey })
      const value = valueInCny(wanted.currency, wanted.stake, await bets.rate())
      return playLimits.explained(placed, memberId, 'bet', value)
    }),

    'bet.list': async (filter, { session }) => success(await betPage(database.db, session.memberId, filter)),

    'bet.detail': atBook('bet.detail', async ({ betId }, { session }) => {
      const bet = await betOf(database.db, session.memberId, betId)
      if (!bet) return failureOf(CODES.NOT_FOUND)
      const postings = await postingsOf(database.db, betId)
      return success({ bet: wireBet(bet), postings, cashOut: cashOuts.amountOf(bet) })
    }),

    'bet.cashOutQuote': atBook('bet.cashOutQuote', ({ betId }, { session }) => cashOuts.quote(session.memberId, betId)),

    'bet.cashOut': atBook('bet.cashOut', ({ betId, quoteId }, { session, idempotencyKey }) =>
      cashOuts.accept({ memberId: session.memberId, betId, quoteId, idempotencyKey }),
    ),

    'bet.show': ({ betId, chatRoomNo }, { session }) => shownBets.show(session, betId, chatRoomNo),
  }
}

/** Price 1.000. */
const MIN_FACTOR = 1_000
