import { expect, it } from 'vitest'
import { zoneNote } from '#lib/site-zone.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 24)

it('S9.16 shows the time zone to viewers in another one', () => {
  expect(zoneNote(NOW, -480)).toBeNull()
  for (const behind of [0, 300, -540, -330, 480]) expect(zoneNote(NOW, behind), `${behind}`).toBe('时间均为北京时间')
})
