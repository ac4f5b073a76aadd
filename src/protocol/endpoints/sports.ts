import * as z from 'zod/mini'
import { MatchClock } from '../room/feed.ts'
import { TABLE_GAMES } from '../games/tables/table-rules.ts'
import { TableState } from '../games/tables/table-state.ts'
import { ACCEPT_MODES, MAX_LEGS } from '../sports/bet-terms.ts'
import { Bet, BetLeg, BetPosting } from '../sports/bets.ts'
import { BET_SPORTS } from '../sports/market-keys.ts'
import { Market, SelectionId } from '../sports/markets.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, pageNum, publicId, text } from './shapes.ts'

const SettleCurrency = z.enum(['CNY', 'USDT'])
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const venueEnName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/))
const team = z.object({ id: text(64), name: text(48), logo: text(128) })

/** A match with markets. */
export const BetMatch = z.object({
  matchId: publicId,
  eid: publicId,
  chatRoomNo,
  sport: z.enum(BET_SPORTS),
  league: text(48),
  leagueId: text(64),
  home: team,
  away: team,
  /** Epoch milliseconds. */
  startAt: z.int(),
  clock: MatchClock,
  homeScore: count,
  guestScore: count,
  /** Points of each period that has begun. */
  periods: z.array(z.tuple([count, count])),
  /** Number of markets that are not closed. */
  marketCount: count,
})
export type BetMatch = z.infer<typeof BetMatch>

const oneBet = z.strictObject({ betId: z.uuid() })
const selections = z.array(SelectionId).check(z.minLength(1), z.maxLength(MAX_LEGS))

/** Filter of records: from `start` to `end`, days of the site, both included. */
const recordFilter = { currency: SettleCurrency, venueEnName: z.optional(venueEnName), start: date, end: date }

/** A bet or a round of a game in the records. */
const GameRecord = z.object({
  id: text(64),
  kind: z.enum(['bet', 'round']),
  venueEnName: text(32),
  title: text(120),
  /** What names the selections of a bet; absent for rounds. */
  legs: z.optional(
    z.array(
      z.object({ selection: SelectionId, match: z.pick(BetLeg.shape.match, { sport: true, home: true, away: true }) }),
    ),
  ),
  /** The round that everybody can check; absent for bets, and rounds of providers. */
  roundId: z.optional(text(64)),
  stake: count,
  returned: count,
  /** State of the bet or round. */
  state: text(16),
  at: z.int(),
})
export type GameRecord = z.infer<typeof GameRecord>

/** A bet on a live table: its sides, and the cards and the outcome once the round is settled. */
const TableBetRecord = z.object({
  game: z.enum(TABLE_GAMES),
  number: count,
  shoeNo: count,
  commitment: text(64),
  /** The seed of the shoe; null until the shoe has ended. */
  seed: z.nullable(text(64)),
  sides: z.array(z.object({ side: text(16), amount: count, returned: z.nullable(count) })),
  cards: TableState.shape.cards,
  outcome: TableState.shape.outcome,
})

/** Sportsbook and game records (Annex D.3, E.7). Amounts are minor units of the currency beside them. */
export const sportsEndpoints = {
  'sport.matchList': endpoint({
    path: '/api/site/gameassist/sport/v1/matchList',
    readOnly: true,
    summary: 'Matches with their main markets: those in play first, then by kick-off (S3.14).',
    request: z.strictObject({
      kind: z.enum(['all', ...BET_SPORTS]),
      /** `live`: in play; `day`: of the day `date`. */
      type: z.enum(['live', 'day']),
      date: z.optional(date),
    }),
    data: z.object({ list: z.array(z.object({ match: BetMatch, markets: z.array(Market) })) }),
  }),
  'sport.matchDetail': endpoint({
    path: '/api/site/gameassist/sport/v1/matchDetail',
    readOnly: true,
    summary: 'A match with all its markets.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({ match: BetMatch, markets: z.array(Market) }),
  }),
  'sport.odds': endpoint({
    path: '/api/site/gameassist/sport/v1/odds',
    readOnly: true,
    summary: 'The markets of a match. Pages get changes through the pseudo-room of the match.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({ markets: z.array(Market) }),
  }),
  'bet.quote': endpoint({
    path: '/api/site/group/game/bet/v1/quote',
    readOnly: true,
    summary: 'Current prices of selections, and the bounds of a stake on them. With several selections as one 串关.',
    request: z.strictObject({ currency: SettleCurrency, selections }),
    data: z.object({
      legs: z.array(
        z.object({
          selection: SelectionId,
          match: BetMatch,
          /** Null if the market is not offered any more. */
          market: z.nullable(Market),
        }),
      ),
      /** Selections that depend on each other and cannot be combined; empty if all can. */
      correlated: z.array(SelectionId),
      /** Product of the prices in thousandths, rounded down. */
      price: z.int(),
      minStake: count,
      maxStake: count,
      /** 0 if all matches are still to begin. */
      delaySeconds: count,
    }),
  }),
  'bet.place': endpoint({
    path: '/api/site/group/game/bet/v1/place',
    access: 'member',
    idempotent: true,
    playAction: 'bet',
    summary:
      'Places a bet from the balance at the sportsbook (I9). ODDS_CHANGED, MARKET_SUSPENDED, BET_LIMIT and BET_TOO_LATE ' +
      'refuse it; a bet on a match in play is pending for the live delay.',
    request: z.strictObject({
      currency: SettleCurrency,
      stake: z.int().check(z.minimum(1)),
      legs: z
        .array(z.strictObject({ selection: SelectionId, price: z.int() }))
        .check(z.minLength(1), z.maxLength(MAX_LEGS)),
      accept: z.enum(ACCEPT_MODES),
    }),
    data: z.object({ bet: Bet, balance: count }),
  }),
  'bet.list': endpoint({
    path: '/api/site/group/game/bet/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Bets of the member, newest first, 20 a page.',
    request: z.strictObject({ state: z.enum(['open', 'settled', 'all']), currency: SettleCurrency, pageNum }),
    data: z.object({ list: z.array(Bet), total: count, pageNum: z.int(), pageSize: z.int() }),
  }),
  'bet.detail': endpoint({
    path: '/api/site/group/game/bet/v1/detail',
    access: 'member',
    readOnly: true,
    summary: 'A bet of the member with its postings, and what a cash-out pays now (null if none is offered).',
    request: oneBet,
    data: z.object({ bet: Bet, postings: z.array(BetPosting), cashOut: z.nullable(count) }),
  }),
  'bet.cashOutQuote': endpoint({
    path: '/api/site/group/game/bet/v1/cashoutQuote',
    access: 'member',
    summary: 'Locks a cash-out for some seconds. A member has one open quote; a new one replaces it.',
    request: oneBet,
    data: z.object({ quoteId: z.uuid(), amount: count, expiresAt: z.int() }),
  }),
  'bet.cashOut': endpoint({
    path: '/api/site/group/game/bet/v1/cashout',
    access: 'member',
    idempotent: true,
    summary: 'Takes a quoted cash-out. Checked again at this moment; a quote is used once.',
    request: z.strictObject({ betId: z.uuid(), quoteId: z.uuid() }),
    data: z.object({ bet: Bet, balance: count }),
  }),
  'bet.show': endpoint({
    path: '/api/site/group/game/bet/v1/show',
    access: 'member',
    summary: 'Shows an own accepted bet in a room (晒单), or takes it back if `chatRoomNo` is null.',
    request: z.strictObject({ betId: z.uuid(), chatRoomNo: z.nullable(chatRoomNo) }),
    data: z.object({ bet: Bet }),
  }),
  'game.launch': endpoint({
    path: '/api/site/group/game/launch/v1/launch',
    access: 'member',
    idempotent: true,
    playAction: 'transfer',
    summary:
      'Enters a venue (S7.55). With automatic transfers the balance of the centre goes to the venue; VENUE_MAINTAIN if it ' +
      'cannot be played.',
    request: z.strictObject({ venueEnName, currency: SettleCurrency, gameId: z.optional(publicId) }),
    data: z.object({
      /** Path of the page that plays it, or the http(s) address of a page of its provider, which opens in a tab. */
      url: text(256),
      mode: z.enum(['iframe', 'tab']),
      /** What was transferred, and the balance at the venue then. */
      transferred: count,
      balance: count,
    }),
  }),
  'game.maintain': endpoint({
    path: '/api/site/group/game/maintain/v1/check',
    readOnly: true,
    summary: 'Whether a venue can be played, and the times of its maintenance (S7.65). Times are null if unknown.',
    request: z.strictObject({ venueEnName }),
    data: z.object({ status: count, start: z.nullable(z.int()), end: z.nullable(z.int()) }),
  }),
  'gameRecord.list': endpoint({
    path: '/api/site/group/game/record/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Bets and rounds of the member, newest first, 20 a page (S7.64).',
    request: z.strictObject({ ...recordFilter, status: z.enum(['all', 'open', 'settled']), pageNum }),
    data: z.object({ list: z.array(GameRecord), total: count, pageNum: z.int(), pageSize: z.int() }),
  }),
  'gameRecord.summary': endpoint({
    path: '/api/site/group/game/record/v1/summary',
    access: 'member',
    readOnly: true,
    summary: 'Totals of the same records. Equal to the postings of the ledger. Open ones count with their stake.',
    request: z.strictObject(recordFilter),
    data: z.object({ count, staked: count, returned: count, open: count }),
  }),
  'gameRecord.detail': endpoint({
    path: '/api/site/group/game/record/v1/detail',
    access: 'member',
    readOnly: true,
    summary:
      'A bet of the member on a live table, or a round at a provider, with its postings. Bets on matches have bet.detail, ' +
      'rounds of e-games gameRound.detail.',
    request: z.strictObject({ venueEnName, id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    data: z.object({
      record: GameRecord,
      currency: SettleCurrency,
      endedAt: z.nullable(z.int()),
      postings: z.array(
        z.object({
          at: z.int(),
          kind: z.enum(['stake', 'payout']),
          /** What changed in the member's balance. */
          change: z.int(),
        }),
      ),
      /** Null at a provider. */
      table: z.nullable(TableBetRecord),
    }),
  }),
} as const
