import type { RoundData } from '#protocol/endpoints/game-round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import type { Database } from '#server/database/database.ts'
import { gameRound } from '#server/database/schema/games.ts'
import type { Rounds } from '#server/games/rounds.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { finishRound, nextStart, REAL_GAMES, type RealGame } from '../support/e-game-play.ts'
import { signInMemberWith } from '../support/ledger-members.ts'
import { testRounds } from '../support/rounds.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { atRate, closedLoop } from './harness/loops.ts'
import { createStoreHome, STORE_NAMES } from './store/home.ts'

const PLAN = { workers: 64, seconds: 5, members: 500 } as const
const BALANCE = 100_000_000
/** Least rounds per second that are played to their end. */
const BOUNDS: Record<Database['kind'], number> = { pglite: 500, postgres: 1_000 }
/** The clock runs faster, so that some hundred members play as many rounds as thousands at one in 2.5 s. */
const SPEED = 100

type Name = 'rounds' | 'calls' | 'p50' | 'p95' | 'failed' | 'differences'

/** Rounds of all five games in turn, from the stake to the payout. Half of the games have moves, which are calls of their own. */
function roundBench(kind: Database['kind']): Bench<Name> {
  const rounds = BOUNDS[kind]
  return {
    name: `rounds-${kind}`,
    about: `rounds of e-games played a second on ${STORE_NAMES[kind]}, and their time at ${rounds / 2} a second`,
    figures: {
      rounds: { unit: 'per s', atLeast: rounds },
      // Starts and moves.
      calls: { unit: 'per s' },
      p50: { unit: 'ms' },
      p95: { unit: 'ms' },
      failed: { unit: 'count', atMost: 0 },
      differences: { unit: 'count', atMost: 0 },
    },
    run: () => runRounds(kind, { ...PLAN, rate: rounds / 2 }),
  }
}

interface Plan {
  readonly workers: number
  readonly seconds: number
  /** Rounds per second for the latencies. */
  readonly rate: number
  readonly members: number
}

/** Plays rounds as fast as possible, then at a rate. */
export async function runRounds(kind: Database['kind'], plan: Plan): Promise<Record<Name, number>> {
  const home = await createStoreHome(kind)
  const store = await home.open()
  try {
    const load = await RoundLoad.open(store, plan.members)
    const play = (): Promise<void> => load.play()
    await closedLoop(play, plan.workers, 1)
    const before = load.calls
    const rounds = await closedLoop(play, plan.workers, plan.seconds)
    const calls = (load.calls - before) / plan.seconds
    const latencies = await atRate(play, plan.rate, plan.seconds)
    return {
      rounds,
      calls,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      failed: load.failed + (load.count - (await store.db.$count(gameRound))),
      differences: (await reconcile(store.db)).length,
    }
  } finally {
    await store.close()
    await home.remove()
  }
}

/** Members with money, each of whom plays one round at a time. */
class RoundLoad {
  failed = 0
  count = 0
  calls = 0
  readonly #rounds: Rounds
  /** Those who have waited longest come first. */
  readonly #waiting: string[]
  /** The published commitments by member and game. */
  readonly #next = new Map<string, string>()

  private constructor(store: Database, members: readonly string[]) {
    const begun = Date.now()
    this.#rounds = testRounds(store, () => begun + (Date.now() - begun) * SPEED, { rulesOf })
    this.#waiting = [...members]
  }

  static async open(store: Database, count: number): Promise<RoundLoad> {
    const members: string[] = []
    for (let number = 0; number < count; number += 1) {
      const memberId = await signInMemberWith(store, 0)
      await creditVenue(store, memberId, BALANCE, { venue: 'YBDZ' })
      members.push(memberId)
    }
    return new RoundLoad(store, members)
  }

  async play(): Promise<void> {
    const game = REAL_GAMES[this.count % REAL_GAMES.length] as RealGame
    this.count += 1
    const memberId = this.#waiting.shift()
    if (memberId === undefined) {
      this.failed += 1
      return
    }
    const ended = await this.#playOf(memberId, game).catch(() => null)
    this.#waiting.push(memberId)
    if (!ended) {
      this.failed += 1
      return
    }
    this.calls += 1 + ended.steps
    this.#next.set(`${memberId} ${game.gameId}`, ended.next?.commitment ?? '')
  }

  async #playOf(memberId: string, game: RealGame): Promise<RoundData | null> {
    const known = this.#next.get(`${memberId} ${game.gameId}`)
    const started = await this.#rounds.start(await nextStart(this.#rounds, memberId, game, known))
    return started.ok ? finishRound(this.#rounds, memberId, started.data, game) : null
  }
}

/** `npm run bench -- rounds`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const roundBenches: readonly Bench[] = STORE_KINDS.map(roundBench)
