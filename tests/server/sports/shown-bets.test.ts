import { expect, it } from 'vitest'
import { orderText } from '#server/sports/shown-bets.ts'

it.each([
  ['football', 'm1.winner.0.home', '全场独赢', '灯塔 胜'],
  ['football', 'm1.period-winner.1.draw', '上半场独赢', '平局'],
  ['basketball', 'm1.period-winner.3.away', '第 3 节独赢', '海鸥 胜'],
  ['esports', 'm1.period-winner.2.home', '第 2 局获胜', '灯塔 胜'],
  ['football', 'm1.handicap.-3.home', '让球', '灯塔 -0.5/1'],
  ['football', 'm1.handicap.-3.away', '让球', '海鸥 +0.5/1'],
  ['football', 'm1.total.10.over', '大小', '大 2.5'],
  ['football', 'm1.correct-score.0.2-1', '波胆', '2:1'],
] as const)('S3.23 an order of %s on %s is named as on the board', (sport, selection, categoryName, itemName) => {
  expect(orderText(selection, { sport, home: '灯塔', away: '海鸥' })).toEqual({ categoryName, itemName })
})
