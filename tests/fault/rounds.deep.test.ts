import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#protocol/time.ts'
import { scaled } from '../support/depth.ts'
import { withPlace } from '../support/kill-process.ts'
import { finishAll, killPlaying, seedPlayers } from '../support/round-kill.ts'
import { SHORT_KINDS } from '../support/store.ts'

const KILLS = scaled({ short: 3, full: 20 })

describe.each(SHORT_KINDS)('Annex H I1 I2 I3 I4 I5 I6: a process on %s that is killed', (kind) => {
  it(
    `S1.8 S1.9 during rounds of e-games and bets at tables ${KILLS} times: posts each bet once, finishes each round`,
    () =>
      withPlace(kind, async (place) => {
        const members = await seedPlayers(place)
        const startedAt = Date.now()
        let asked = 0
        for (let run = 0; run < KILLS; run += 1) asked += await killPlaying({ place, members, run, startedAt })
        expect(asked).toBeGreaterThan(KILLS * 60)
        await finishAll(place, members, startedAt + KILLS * DAY_MS)
      }),
    1_800_000,
  )
})
