import { expect, it } from 'vitest'
import { siteDateTime } from '#server/demo/world/site-time.ts'

it('S9.16 writes times in Shanghai, whatever the zone of the machine', () => {
  expect(siteDateTime(Date.UTC(2026, 10, 21, 12, 5, 9))).toBe('2026-11-21 20:05:09')
  expect(siteDateTime(Date.UTC(2026, 11, 31, 16))).toBe('2027-01-01 00:00:00')
})
