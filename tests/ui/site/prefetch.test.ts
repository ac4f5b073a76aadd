import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { failure } from '#protocol/result.ts'
import { createPrefetch } from '#state/data/prefetch.ts'

const response = failure(CODES.NOT_FOUND, 'no such room')

describe('a prefetch', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const asked: string[] = []
  const ahead = createPrefetch('live.detail', (_name, { eid }) => {
    asked.push(eid)
    return Promise.resolve(response)
  })

  it('is used once, with the same parameters', async () => {
    ahead.start({ eid: '2001' })
    expect(asked).toEqual(['2001'])
    expect(await ahead.take({ eid: '2001' })).toBe(response)
    expect(ahead.take({ eid: '2001' })).toBeNull()
    expect(asked).toEqual(['2001'])
  })

  it('is not used with other parameters, or when it is too old', () => {
    ahead.start({ eid: '2001' })
    expect(ahead.take({ eid: '2002' })).toBeNull()
    ahead.start({ eid: '2001' })
    vi.advanceTimersByTime(10_001)
    expect(ahead.take({ eid: '2001' })).toBeNull()
  })
})
