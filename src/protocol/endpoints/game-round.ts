import * as z from 'zod/mini'
import { MEMBER_SEED } from '../games/draw.ts'
import { E_GAMES } from '../games/round.ts'
import { endpoint } from './endpoint.ts'
import { count, text } from './shapes.ts'

const GameId = z.enum(E_GAMES)
const SettleCurrency = z.enum(['CNY', 'USDT'])
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** At most 64 printable characters: no control, format or unassigned ones. */
const memberSeed = z.string().check(z.regex(MEMBER_SEED))

/** Maximum length of options and moves as JSON. */
const CHOICE_LENGTH = 512

/** Options or a move of a game. The rules of the game check its form. */
const Choice = z
  .unknown()
  .check(z.refine((value) => value !== undefined && JSON.stringify(value).length <= CHOICE_LENGTH, 'too long'))

/** The commitment of the next round of a member and a game. */
const NextRound = z.object({ commitment: hash, nonce: count })

/** A round as its member may see it. Amounts are minor units of `currency`. */
export const RoundData = z.object({
  roundId: z.uuid(),
  gameId: GameId,
  currency: SettleCurrency,
  /** What was staked so far: moves such as doubling raise it. */
  staked: count,
  /** What was paid, stake included; null while the round is open. */
  payout: z.nullable(count),
  /** What the bonus pool paid beside it; 0 while the round is open. */
  pool: count,
  /** Balance at the venue. */
  balance: count,
  /** `view` of the rules of the game. */
  view: z.unknown(),
  /** Number of moves. */
  steps: count,
  commitment: hash,
  /** Null until the round has ended. */
  serverSeed: z.nullable(hash),
  memberSeed,
  nonce: count,
  /** The commitment of the next round; null until the round has ended. */
  next: z.nullable(NextRound),
  /** Earliest start of the next round of the member, epoch milliseconds. */
  notBefore: z.int(),
})
export type RoundData = z.infer<typeof RoundData>

/** Rounds of games that everybody can check (Annex D.3). */
export const gameRoundEndpoints = {
  'gameRound.open': endpoint({
    path: '/api/site/group/game/round/v1/open',
    access: 'member',
    summary:
      'The commitment of the next round of a game, and the own round of it that has not ended. The commitment stays the ' +
      'same until a round uses it.',
    request: z.strictObject({ gameId: GameId }),
    data: z.object({ ...NextRound.shape, round: z.nullable(RoundData), notBefore: z.int() }),
  }),
  'gameRound.start': endpoint({
    path: '/api/site/group/game/round/v1/start',
    access: 'member',
    idempotent: true,
    playAction: 'bet',
    summary:
      'Starts a round from the balance at the venue of e-games (I9). ROUND_SEED: another commitment is next; ROUND_OPEN: a ' +
      'round of the game has not ended; ROUND_TOO_SOON: 2.5 s have not passed; BET_LIMIT; VENUE_MAINTAIN.',
    request: z.strictObject({
      gameId: GameId,
      currency: SettleCurrency,
      stake: z.int().check(z.minimum(1)),
      options: Choice,
      memberSeed,
      commitment: hash,
    }),
    data: RoundData,
  }),
  'gameRound.move': endpoint({
    path: '/api/site/group/game/round/v1/move',
    access: 'member',
    idempotent: true,
    summary:
      'Moves in an open round, also while the venue is closed. `step` is the number of moves so far; ROUND_STEP refuses a ' +
      'repeated or skipped step and names the current number. A move that raises the stake obeys the limits of play.',
    request: z.strictObject({ roundId: z.uuid(), step: count, move: Choice }),
    data: RoundData,
  }),
  'gameRound.detail': endpoint({
    path: '/api/site/group/game/round/v1/detail',
    access: 'member',
    readOnly: true,
    summary: 'A round of the member with its postings.',
    request: z.strictObject({ roundId: z.uuid() }),
    data: z.object({
      round: RoundData,
      /** The first stake, and the times in epoch milliseconds. */
      stake: count,
      startedAt: z.int(),
      endedAt: z.nullable(z.int()),
      postings: z.array(
        z.object({
          at: z.int(),
          kind: z.enum(['stake', 'raise', 'payout', 'pool']),
          /** What changed in the member's balance. */
          change: z.int(),
        }),
      ),
    }),
  }),
  'gameRound.proof': endpoint({
    path: '/api/site/gameassist/round/v1/proof',
    readOnly: true,
    summary: 'What everybody needs to compute an ended round again. ROUND_OPEN while it has not ended.',
    request: z.strictObject({ roundId: z.uuid() }),
    data: z.object({
      roundId: z.uuid(),
      game: GameId,
      venueEnName: text(32),
      /** Masked. */
      memberName: text(64),
      currency: SettleCurrency,
      /** The first stake, and all stakes. */
      stake: count,
      staked: count,
      options: z.unknown(),
      moves: z.array(z.unknown()),
      memberSeed,
      nonce: count,
      commitment: hash,
      serverSeed: hash,
      payout: count,
      /** What the bonus pool paid beside it. */
      pool: count,
      startedAt: z.int(),
      endedAt: z.int(),
    }),
  }),
} as const
