import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VenueState } from '#protocol/rules/venue.ts'
import { isVenueOpen, transferObstacle, venueClassState } from '#protocol/rules/venue.ts'

const NOW = 1_795_000_000_000
const venue = (status: number, more: Partial<VenueState> = {}): VenueState => ({
  status,
  isDisplay: 1,
  maintainEnd: null,
  ...more,
})
const anyVenue: fc.Arbitrary<VenueState> = fc.record({
  status: fc.integer(),
  isDisplay: fc.integer(),
  maintainEnd: fc.option(fc.integer({ min: NOW - 1e9, max: NOW + 1e9 })),
})

describe('sport venue', () => {
  it('S4.7 is open with status 0 only', () => {
    fc.assert(fc.property(fc.integer(), (status) => isVenueOpen(status) === (status === 0)))
    for (const odd of [Number.NaN, 0.5, -1, Number.POSITIVE_INFINITY]) expect(isVenueOpen(odd)).toBe(false)
  })
})

describe('Annex E.5 transfers', () => {
  const statuses = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.integer(), fc.constantFrom(Number.NaN, 0.5, 2.5))
  it('go to displayed open venues only, and come back from all but those under maintenance', () => {
    fc.assert(
      fc.property(statuses, fc.integer({ min: -1, max: 2 }), (status, isDisplay) => {
        const [into, back] = [
          transferObstacle('in', { status, isDisplay }),
          transferObstacle('out', { status, isDisplay }),
        ]
        expect(into === null).toBe(status === 0 && isDisplay === 1)
        expect(back === null).toBe(status === 0 || status === 2)
        expect([null, 'maintenance']).toContain(back)
        // 筹备中 is not 维护中.
        expect(into === 'maintenance').toBe(back === 'maintenance')
      }),
    )
  })
})

describe('S3.15 class of venues', () => {
  it('is open if a displayed venue is open', () => {
    expect(venueClassState([venue(1), venue(0)], NOW)).toEqual({ state: 'open' })
    expect(venueClassState([venue(1), venue(0, { isDisplay: 0 })], NOW)).toMatchObject({ state: 'maintenance' })
  })

  it('returns the earliest end of maintenance in the future', () => {
    const venues = [venue(1, { maintainEnd: NOW + 9 }), venue(1, { maintainEnd: NOW + 5 }), venue(1)]
    expect(venueClassState(venues, NOW)).toEqual({ state: 'maintenance', until: NOW + 5 })
    expect(venueClassState([venue(1, { maintainEnd: NOW })], NOW)).toEqual({ state: 'maintenance', until: null })
  })

  it('is being prepared if no venue was opened', () => {
    expect(venueClassState([venue(2), venue(2)], NOW)).toEqual({ state: 'preparing' })
    expect(venueClassState([venue(2), venue(1)], NOW)).toEqual({ state: 'maintenance', until: null })
  })

  it('is null if no venue is displayed', () => {
    expect(venueClassState([], NOW)).toBeNull()
    expect(venueClassState([venue(0, { isDisplay: 0 })], NOW)).toBeNull()
  })

  it('is open only with a displayed venue of status 0 and returns future times only', () => {
    fc.assert(
      fc.property(fc.array(anyVenue), (venues) => {
        const classState = venueClassState(venues, NOW)
        expect(classState?.state === 'open').toBe(venues.some((one) => one.isDisplay === 1 && one.status === 0))
        if (classState?.state === 'maintenance' && classState.until !== null)
          expect(classState.until).toBeGreaterThan(NOW)
      }),
    )
  })
})
