import { afterEach, describe, expect, it } from 'vitest'
import { formatLeft } from '#lib/countdown.ts'
import { setTranslations } from '#messages/catalogue.ts'
import { common } from '#messages/en/common.ts'

afterEach(() => setTranslations({}))

describe('remaining time', () => {
  it('is formatted as a clock, rounded up to the next second', () => {
    expect(formatLeft(272_000)).toBe('4:32')
    expect(formatLeft(271_001)).toBe('4:32')
    expect(formatLeft(59_999)).toBe('1:00')
    expect(formatLeft(1)).toBe('0:01')
    expect(formatLeft(0)).toBe('0:00')
    expect(formatLeft(-5_000)).toBe('0:00')
    expect(formatLeft(3_872_000)).toBe('1:04:32')
    expect(formatLeft(2 * 86_400_000 + 3_872_000)).toBe('2 天 1:04:32')
  })

  it('names days in the current language', () => {
    setTranslations({ common })
    expect(formatLeft(2 * 86_400_000 + 3_872_000)).toBe('2 d 1:04:32')
    expect(formatLeft(272_000)).toBe('4:32')
  })
})
