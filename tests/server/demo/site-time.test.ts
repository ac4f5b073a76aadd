import { siteDateTimeOf } from '#protocol/time.ts'
import { expect, it } from 'vitest'

it('S9.16 formats times in Shanghai time, in any zone of the machine', () => {
  expect(siteDateTimeOf(Date.UTC(2026, 10, 21, 12, 5, 9))).toBe('2026-11-21 20:05:09')
  expect(siteDateTimeOf(Date.UTC(2026, 11, 31, 16))).toBe('2027-01-01 00:00:00')
})
