import { expect, it } from 'vitest'
import { VisibleDelays } from '#features/perf/use-samples.ts'
import { rowItem } from '#state/feed/feed-list.ts'
import { serverNow } from '#transport/client.ts'
import { textRow } from '../support/feed-fixtures.ts'

it('D.8 the panel measures each message once, when a painted frame shows it or a newer one', () => {
  const items = [1, 2, 3, 4].map((seq) => rowItem(textRow(seq, '句', { at: serverNow() - 1_000 }), 1))
  const delays = new VisibleDelays()
  delays.painted(1, items)
  expect(delays.take()).toEqual([])
  delays.painted(3, items)
  delays.painted(3, items)
  delays.painted(null, items)
  const measured = delays.take()
  expect(measured).toHaveLength(2)
  for (const delayMs of measured) expect(delayMs).toBeGreaterThanOrEqual(1_000)
  expect(delays.take()).toEqual([])
})
