import fc from 'fast-check'
import { expect } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import type { Database } from '#server/database/database.ts'
import { expectInvariants } from './ledger.ts'
import { memberWith, newKey } from './ledger-members.ts'

const MEMBERS = 4
const FIRST_COINS = 2_000

/** A request; `member` is an index. */
type Wish =
  | { kind: 'gift'; member: number; giftId: number; count: number; combo: number }
  | { kind: 'buy'; member: number; coins: number }
/** A fifth of the steps repeats an earlier call, partly with other content, partly without a response. */
type Step = { kind: 'ask'; wish: Wish } | { kind: 'repeat'; which: number } | { kind: 'alter'; which: number }
interface Asked {
  readonly key: string
  readonly wish: Wish
  response: string | null
}

const member = fc.nat(MEMBERS - 1)
const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('gift' as const),
      member,
      giftId: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
      count: fc.constantFrom(1, 1, 2, 10, 66, 9_999),
      combo: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), member, coins: fc.integer({ min: 1, max: 3_000 }) }),
  },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('ask' as const), wish }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('alter' as const), which: fc.nat() }) },
)

/** Rounds of concurrent steps. After a round the program may crash and restart. */
export const walk = fc.array(
  fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 12 }), crash: fc.boolean() }),
  {
    minLength: 3,
    maxLength: 10,
  },
)

/** Runs the steps and compares the money of every member with the responses, once per key. */
export async function runWalk(
  store: Database,
  rounds: typeof walk extends fc.Arbitrary<infer Rounds> ? Rounds : never,
) {
  const now = Date.now
  const open = () => new Ledger(store, { now, coinsPerDay: 8_000 })
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => memberWith(store, FIRST_COINS)))
  const asked: Asked[] = []
  let ledger = open()

  for (const { steps, crash } of rounds) {
    const calls = steps.map((each): Promise<void> => {
      if (each.kind === 'ask') {
        const call: Asked = { key: newKey(), wish: each.wish, response: null }
        asked.push(call)
        // In a round that ends with a crash all responses are lost; the next repetition shows the outcome.
        return ask(ledger, members, call).then((response) => void (crash || settle(call, response)))
      }
      const earlier = asked[each.which % Math.max(1, asked.length)]
      if (!earlier) return Promise.resolve()
      if (each.kind === 'repeat') return ask(ledger, members, earlier).then((response) => settle(earlier, response))
      return ask(ledger, members, earlier)
        .then((response) => settle(earlier, response))
        .then(() => ask(ledger, members, { ...earlier, wish: altered(earlier.wish) }))
        .then((response) => expect(JSON.parse(response)).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT }))
    })
    await Promise.all(calls)
    if (crash) ledger = open()
  }
  for (const call of asked) settle(call, await ask(ledger, members, call))
  const expected = members.map((_, index) => FIRST_COINS + sum(asked.map((call) => effectOn(index, call))))
  expect(await Promise.all(members.map((memberId) => ledger.coinBalance(memberId)))).toEqual(expected)
  await expectInvariants(store)
}

/** The first response of a key is its only response (I4). */
function settle(call: Asked, response: string): void {
  call.response ??= response
  expect(response).toBe(call.response)
}

async function ask(ledger: Ledger, members: readonly string[], { key, wish }: Asked): Promise<string> {
  const memberId = members[wish.member] ?? ''
  const result: Result<object> =
    wish.kind === 'buy'
      ? await ledger.buyCoins({ memberId, coins: wish.coins, idempotencyKey: key })
      : await ledger.sendGift({
          memberId,
          anchorRoomId: 'walk',
          chatRoomNo: 'walk',
          giftId: wish.giftId,
          count: wish.count,
          comboId: `combo-${wish.combo}`,
          idempotencyKey: key,
        })
  return JSON.stringify(result.ok ? { ...result.data, isReplay: null } : { code: result.code })
}

function altered(wish: Wish): Wish {
  return wish.kind === 'buy' ? { ...wish, coins: wish.coins + 1 } : { ...wish, count: wish.count === 1 ? 2 : 1 }
}

function effectOn(index: number, { wish, response }: Asked): number {
  const reported = JSON.parse(response ?? '{}') as { code?: number; total?: number }
  if (wish.member !== index || reported.code !== undefined) return 0
  return wish.kind === 'buy' ? wish.coins : -(reported.total ?? 0)
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}
