import { MINUTE_MS } from '#protocol/time.ts'
import { expect, it } from 'vitest'
import { isMarqueeItemShown } from '#protocol/rules/marquee.ts'
import { marqueeItems } from '#server/demo/world/marquee.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'

const fixtures = planWorld(createRandom(5))

/** All marquee notices of a room of this kind within an hour. */
const noticesOf = (kind: 'football' | 'anchor'): string[] => {
  const fixture = fixtures.find((one) => one.kind === kind)!
  const minutes = Array.from({ length: 60 }, (_, minute) => minute * MINUTE_MS)
  return [...new Set(minutes.flatMap((now) => marqueeItems(fixture, now).map(({ content }) => content)))]
}

it('S4.27 the demo marquee announces no draw and no time', () => {
  const notices = [...noticesOf('football'), ...noticesOf('anchor')]
  expect(notices.length).toBeGreaterThan(5)
  expect(notices.filter((text) => /抽|奖|今晚|\d:\d\d/u.test(text))).toEqual([])
})

it('S4.27 the demo marquee leaves the picture free for two of five minutes', () => {
  const minutes = Array.from({ length: 60 }, (_, minute) => minute * MINUTE_MS)
  const items = minutes.map((now) => marqueeItems(fixtures[0]!, now).map((item) => isMarqueeItemShown(item, now)))
  expect(items.filter((shown) => shown.length === 0)).toHaveLength(24)
  expect(items.flat()).toEqual(Array.from({ length: 36 }, () => true))
})

it('S4.27 the demo marquee promotes anchor rooms only outside of them', () => {
  expect(noticesOf('football').filter((text) => text.includes('直播间'))).toHaveLength(1)
  expect(noticesOf('anchor').filter((text) => text.includes('直播间'))).toEqual([])
})
