import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_VENUES_HALL,
  ALL_VENUES_PATH,
  anchorGamesPath,
  eGameHall,
  gameClassPath,
  providerVenues,
  venuePath,
  venuesOfHall,
} from '#protocol/rules/e-game-halls.ts'

const KEYS = ['AGDZ', 'YBDZ', 'PGDZ', 'YBQP', 'ybby', 'YB2', '7GDZ']
const key = fc.oneof(fc.constantFrom(...KEYS, 'YBDZ', 'ybdz', ''), fc.string({ maxLength: 8 }))
const keyList = fc.uniqueArray(key, { selector: (one) => one.toUpperCase(), maxLength: 8 })

describe('the hall of a venue of e-games', () => {
  it('S2.13 has the two letters that the key starts with', () => {
    expect(eGameHall('PGDZ', KEYS)).toBe('pg')
    expect(eGameHall('pgdz', KEYS)).toBe('pg')
  })

  it('S2.17 is the hall of all venues for a key that is empty, unknown, or does not start with two letters', () => {
    for (const unknown of ['', 'JDDZ', 'YBXX', 'PG', '7GDZ']) {
      expect(eGameHall(unknown, KEYS), unknown).toBe('ybegdz')
    }
    expect(ALL_VENUES_PATH).toBe('/app/egame/ybegdz')
  })

  it('S2.18 is by for a key that starts with yb, in any case', () => {
    for (const name of ['YBQP', 'ybqp', 'YBBY', 'yB2']) expect(eGameHall(name, KEYS), name).toBe('by')
  })

  it('S2.19 is dz for the first key and for YBDZ, before S2.18', () => {
    expect(eGameHall('AGDZ', KEYS)).toBe('dz')
    expect(eGameHall('YBDZ', KEYS)).toBe('dz')
    expect(eGameHall('YBDZ', [])).toBe('dz')
    expect(eGameHall('YBQP', ['YBQP', 'YBDZ'])).toBe('dz')
  })

  it('S2.13 S2.17-S2.19 the tests are in this order, for any key and list', () => {
    fc.assert(
      fc.property(key, keyList, (name, keys) => {
        const [wanted, known] = [name.toUpperCase(), keys.map((one) => one.toUpperCase())]
        const hall = eGameHall(name, keys)
        if (wanted === 'YBDZ' || (wanted !== '' && wanted === known[0])) expect(hall).toBe('dz')
        else if (!known.includes(wanted)) expect(hall).toBe(ALL_VENUES_HALL)
        else if (wanted.startsWith('YB')) expect(hall).toBe('by')
        else expect([wanted.slice(0, 2).toLowerCase(), ALL_VENUES_HALL]).toContain(hall)
      }),
    )
  })
})

describe('the venues of a hall', () => {
  const venues = KEYS.map((enName) => ({ enName }))
  const names = (hall: string) => venuesOfHall(hall, venues)?.map(({ enName }) => enName)

  it('are those whose path leads to it', () => {
    expect(names('dz')).toEqual(['AGDZ', 'YBDZ'])
    expect(names('by')).toEqual(['YBQP', 'ybby', 'YB2'])
    expect(names('PG')).toEqual(['PGDZ'])
    expect(names('ybegdz')).toEqual(KEYS)
    expect(names('zz')).toBeUndefined()
  })

  it('every venue is in its hall', () => {
    fc.assert(
      fc.property(keyList, (keys) => {
        const list = keys.map((enName) => ({ enName }))
        for (const name of keys) expect(venuesOfHall(eGameHall(name, keys), list)).toContainEqual({ enName: name })
      }),
    )
  })
})

describe('the screens of game venues', () => {
  const venue = (enName: string, type: string, status = 0, isDisplay = 1) => ({ enName, type, status, isDisplay })
  const [games, tables, bay] = [venue('YBDZ', 'egame'), venue('YBZR', 'casino'), venue('HWYX', 'egame')]

  it('are the hall of a bundled venue and the entrance of a provider', () => {
    expect(['YBDZ', 'YBZR', 'HWYX'].map(venuePath)).toEqual(['/app/egame/dz', '/app/live-casino', '/app/game/HWYX'])
  })

  it('several open venues of a class share the hall of all; a closed class has none', () => {
    expect(gameClassPath('egame', [games])).toBe('/app/egame/dz')
    expect(gameClassPath('egame', [games, bay])).toBe('/app/egame/ybegdz')
    expect(gameClassPath('egame', [{ ...games, status: 1 }, bay])).toBe('/app/game/HWYX')
    expect(gameClassPath('egame', [{ ...games, status: 1 }])).toBeNull()
    expect(gameClassPath('casino', [tables, venue('ZBYX', 'casino')])).toBe('/app/live-casino')
    expect(gameClassPath('fishing', [venue('YBBY', 'fishing', 2), venue('HWBY', 'fishing', 0, 0)])).toBeNull()
  })

  it('venues of providers are displayed ones of games that have opened', () => {
    const closed = venue('HWBY', 'fishing', 1)
    const all = [
      games,
      tables,
      bay,
      closed,
      venue('YBQP', 'chess', 2),
      venue('FBTY', 'sport'),
      venue('X', 'egame', 0, 0),
    ]
    expect(providerVenues(all)).toEqual([bay, closed])
  })

  it('S3.30 anchor games are those of their venue, else the live tables, else none', () => {
    expect(anchorGamesPath([tables, venue('ZBYX', 'casino')])).toBe('/app/game/ZBYX')
    expect(anchorGamesPath([tables, venue('ZBYX', 'casino', 1)])).toBe('/app/live-casino')
    expect(anchorGamesPath([{ ...tables, status: 1 }, games])).toBeNull()
  })
})
