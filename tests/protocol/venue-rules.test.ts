import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VenueState } from '#protocol/rules/venue.ts'
import { CLOSED_VENUE_TARGET, venueClassState, isVenueOpen, sportVenueTarget } from '#protocol/rules/venue.ts'

const NOW = 1_795_000_000_000
const facts = (status: number, more: Partial<VenueState> = {}): VenueState => ({
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

describe('one sport venue', () => {
  it('S4.7 is open at status 0 and at nothing else', () => {
    fc.assert(fc.property(fc.integer(), (status) => isVenueOpen(status) === (status === 0)))
    for (const odd of [Number.NaN, 0.5, -1, Number.POSITIVE_INFINITY]) expect(isVenueOpen(odd)).toBe(false)
  })

  it('S4.8 S2.7 leads home while its status is not 0', () => {
    expect(sportVenueTarget(0, '/app/sports')).toBe('/app/sports')
    expect(CLOSED_VENUE_TARGET).toBe('/app/home')
    fc.assert(
      fc.property(
        fc.integer().filter((status) => status !== 0),
        (status) => sportVenueTarget(status, '/app/sports') === '/app/home',
      ),
    )
  })
})

describe('S3.15 a class of venues', () => {
  it('is open while one displayed venue is', () => {
    expect(venueClassState([facts(1), facts(0)], NOW)).toEqual({ state: 'open' })
    expect(venueClassState([facts(1), facts(0, { isDisplay: 0 })], NOW)).toMatchObject({ state: 'maintenance' })
  })

  it('says until when it is maintained: the first that comes back, and no moment that has passed', () => {
    const venues = [facts(1, { maintainEnd: NOW + 9 }), facts(1, { maintainEnd: NOW + 5 }), facts(1)]
    expect(venueClassState(venues, NOW)).toEqual({ state: 'maintenance', until: NOW + 5 })
    expect(venueClassState([facts(1, { maintainEnd: NOW })], NOW)).toEqual({ state: 'maintenance', until: null })
  })

  it('is being prepared when nothing of it was ever opened', () => {
    expect(venueClassState([facts(2), facts(2)], NOW)).toEqual({ state: 'preparing' })
    expect(venueClassState([facts(2), facts(1)], NOW)).toEqual({ state: 'maintenance', until: null })
  })

  it('is not there when nothing of it is displayed', () => {
    expect(venueClassState([], NOW)).toBeNull()
    expect(venueClassState([facts(0, { isDisplay: 0 })], NOW)).toBeNull()
  })

  it('is open for no other reason than a displayed venue of status 0, and names only moments to come', () => {
    fc.assert(
      fc.property(fc.array(anyVenue), (venues) => {
        const door = venueClassState(venues, NOW)
        expect(door?.state === 'open').toBe(venues.some((one) => one.isDisplay === 1 && one.status === 0))
        if (door?.state === 'maintenance' && door.until !== null) expect(door.until).toBeGreaterThan(NOW)
      }),
    )
  })
})
