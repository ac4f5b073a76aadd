import { describe, expect, it } from 'vitest'
import { killBetting, killSettlement, seedBettors, settleAll } from '../support/bet-kill.ts'
import { scaled } from '../support/depth.ts'
import { withPlace } from '../support/kill-process.ts'
import { SHORT_KINDS } from '../support/store.ts'

const KILLS = scaled({ short: 3, full: 20 })
const MANY_BETS = scaled({ short: 3_000, full: 10_000 })

describe.each(SHORT_KINDS)('Annex H I1 I2 I3 I4 I5 I6: a process on %s that is killed', (kind) => {
  it(
    `during bets, cash-outs and settlements ${KILLS} times: accepts each bet once or not at all, and pays it once`,
    () =>
      withPlace(kind, async (place) => {
        const members = await seedBettors(place)
        let asked = 0
        for (let run = 0; run < KILLS; run += 1) asked += await killBetting(place, members, run)
        expect(asked).toBeGreaterThan(KILLS * 40)
        await settleAll(place, members, KILLS)
      }),
    1_800_000,
  )

  it(
    `in the middle of the settlement of ${MANY_BETS} bets of a match: the next settlement pays the others, once`,
    () =>
      withPlace(kind, async (place) => {
        await killSettlement(place, await seedBettors(place), MANY_BETS)
      }),
    600_000,
  )
})
