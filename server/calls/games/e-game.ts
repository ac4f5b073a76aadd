import { CODES, failureOf } from '#protocol/codes.ts'
import type { EGame as GameEntry } from '#protocol/endpoints/game.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { POOL_CHANCE, POOL_SHARE } from '#protocol/games/bonus-pool.ts'
import { POOL_OF } from '#protocol/games/catalogue.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { failure, success } from '#protocol/result.ts'
import { siteDayOf } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import { type Favourites, FAVOURITES_MAX } from '../../games/favourites.ts'
import { type PoolState, poolStates, roundCounts } from '../../games/pools.ts'
import { maskedName } from '../../games/rounds.ts'
import type { Handlers } from '../../http/context.ts'
import { E_GAME_CONTENT } from '../../site/content.ts'
import type { GameVenue } from '../../venues/venue.ts'

type EGameCalls = Pick<
  Handlers,
  'egame.list' | 'egame.hotList' | 'brand.list' | 'bonusPool.list' | Extract<keyof Handlers, `collect.${string}`>
>

interface EGameCallServices {
  readonly database: Database
  readonly favourites: Favourites
  readonly venues: readonly GameVenue[]
}

/** Rounds of this many site days decide the order of games. */
const HOT_DAYS = 7

type GameReader = (now: number) => Promise<GameEntry[]>

/** Games that can be played, with their rounds of the last days. */
function gameReader({ database, venues }: Pick<EGameCallServices, 'database' | 'venues'>): GameReader {
  return async (now) => {
    const counts = await roundCounts(database, siteDayOf(now) - HOT_DAYS + 1)
    return E_GAME_CONTENT.games.flatMap(({ gameId, ...content }) => {
      const rules = rulesOf(gameId)
      const venue = venues.find(({ enName }) => enName === content.venueEnName)
      if (!venue) return []
      const { rtp, stake } = rules
      const limits = { minStake: stake.min, maxStake: stake.max }
      const { status } = venue.maintenance()
      const rounds = counts.get(gameId) ?? 0
      return [{ ...content, gameId, status, rtp, ...limits, rounds, poolId: POOL_OF[gameId] }]
    })
  }
}

/** Lists of e-games, brands, bonus pools and favourites (Annex D.3, S7.59 to S7.63). */
export function eGameCalls(services: EGameCallServices): EGameCalls {
  const games = gameReader(services)
  return {
    'egame.list': async ({ venueEnName, brand, keyword, tag }, { now }) => {
      const word = keyword?.toLowerCase() ?? ''
      const list = (await games(now)).filter(
        (game) =>
          (venueEnName === undefined || game.venueEnName === venueEnName) &&
          (brand === undefined || game.brand === brand) &&
          (tag === undefined || game.tags.includes(tag)) &&
          `${game.name} ${game.gameId}`.toLowerCase().includes(word),
      )
      return success({ list })
    },

    // The order of the content decides between games with as many rounds.
    'egame.hotList': async ({ size }, { now }) => {
      const list = (await games(now)).toSorted((one, other) => other.rounds - one.rounds).slice(0, size)
      return success({
        list: list.map(({ gameId, name, venueEnName, art, status }) => ({ gameId, name, venueEnName, art, status })),
      })
    },

    'brand.list': async (_params, { now }) => {
      const all = await games(now)
      const list = E_GAME_CONTENT.brands.flatMap(({ brand, name }) => {
        const count = all.filter((game) => game.brand === brand).length
        return count === 0 ? [] : [{ brand, name, games: count }]
      })
      return success({ list })
    },

    'bonusPool.list': async (_params, { now }) =>
      success({ list: poolEntries(await poolStates(services.database), await games(now)) }),

    ...collectCalls(services.favourites, games),
  }
}

function poolEntries(states: readonly PoolState[], games: readonly GameEntry[]): DataOf<'bonusPool.list'>['list'] {
  return E_GAME_CONTENT.pools.flatMap(({ poolId, name }) =>
    (['CNY', 'USDT'] as const).map((currency) => {
      const state = states.find((one) => one.pool === poolId && one.currency === currency)
      const last = state?.last ?? null
      return {
        poolId,
        name,
        currency,
        amount: state?.amount ?? 0,
        share: POOL_SHARE,
        chance: POOL_CHANCE[currency],
        games: games
          .filter((game) => game.poolId === poolId)
          .map(({ venueEnName, gameId }) => ({ venueEnName, gameId })),
        last: last && {
          amount: last.amount,
          memberName: maskedName(last.nickname),
          at: last.at,
          roundId: last.roundId,
        },
      }
    }),
  )
}

/** Favourite games. Those that are not listed any more are left out. */
function collectCalls(
  favourites: Favourites,
  games: GameReader,
): Pick<EGameCalls, Extract<keyof Handlers, `collect.${string}`>> {
  const isListed = async (now: number) => {
    const all = await games(now)
    return ({ venueEnName, gameId }: Pick<GameEntry, 'venueEnName' | 'gameId'>): boolean =>
      all.some((game) => game.gameId === gameId && game.venueEnName === venueEnName)
  }
  return {
    'collect.list': async (_params, { session, now }) =>
      success({ list: (await favourites.list(session.memberId)).filter(await isListed(now)) }),

    'collect.add': async (game, { session, now }) => {
      if (!(await isListed(now))(game)) return failureOf(CODES.NOT_FOUND)
      if (await favourites.add(session.memberId, game)) return success({})
      return failure(CODES.LIMIT_EXCEEDED, `最多收藏 ${FAVOURITES_MAX} 个游戏，先取消几个再来`)
    },

    'collect.remove': async (game, { session }) => {
      await favourites.remove(session.memberId, game)
      return success({})
    },
  }
}
