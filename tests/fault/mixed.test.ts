import { expect, it } from 'vitest'
import { Mixed } from './mixed.ts'

/** A short run for `npm test`; the full ones are in mixed.deep.test.ts. */
it('settled 11 settled 12 S4.32 four viewers stay consistent with the log during mixed faults', async () => {
  expect(await Mixed.run({ seed: 1, durationMs: 3_000, kills: 0, pace: 0.2, faults: 7 })).toBeNull()
}, 600_000)
