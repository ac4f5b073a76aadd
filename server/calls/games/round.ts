import { valueInCny } from '#protocol/wallet/conversion.ts'
import type { Rounds } from '../../games/rounds.ts'
import type { Handlers } from '../../http/context.ts'
import type { Members } from '../../members/members.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import { FALLBACK_RATE } from '../../wallet/limits/usage.ts'

type RoundCalls = Pick<Handlers, Extract<keyof Handlers, `gameRound.${string}`>>

interface RoundCallServices {
  readonly rounds: Rounds
  readonly members: Pick<Members, 'profile'>
  readonly playLimits: Pick<Limits, 'explained' | 'rate'>
}

/** Rounds of e-games (Annex D.3). */
export function roundCalls({ rounds, members, playLimits }: RoundCallServices): RoundCalls {
  return {
    'gameRound.open': ({ gameId }, { session }) => rounds.open(session.memberId, gameId),

    'gameRound.start': async (wanted, { session, idempotencyKey }) => {
      const { memberId } = session
      const started = await rounds.start({ ...wanted, memberId, idempotencyKey })
      const value = valueInCny(wanted.currency, wanted.stake, (await playLimits.rate()) ?? FALLBACK_RATE)
      return playLimits.explained(started, memberId, 'bet', value)
    },

    'gameRound.move': async (wanted, { session, idempotencyKey }) => {
      const { memberId } = session
      return playLimits.explained(await rounds.move({ ...wanted, memberId, idempotencyKey }), memberId, 'bet')
    },

    'gameRound.detail': ({ roundId }, { session }) => rounds.detail(session.memberId, roundId),

    'gameRound.proof': ({ roundId }) =>
      rounds.proof(roundId, async (memberId) => (await members.profile(memberId))?.nickname ?? ''),
  }
}
