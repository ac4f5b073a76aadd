import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIG_DEFAULTS, type SiteConfig, type VenueDisplay } from '#protocol/site-config.ts'
import { sponsorNumbers } from '#protocol/rules/site-offers.ts'
import { anchorGameEntrance, entrancesOf } from '#state/site/entrances.ts'

const entrances = (change: Partial<SiteConfig> = {}) => entrancesOf({ ...CONFIG_DEFAULTS, ...change })

describe('S3.28 S5.24 S5.25 settled 25: numbers of sponsor pages', () => {
  it.each([
    ['0,1,2', [0, 1, 2]],
    [' 2 , 0 ', [2, 0]],
    ['1,1,1', [1]],
    ['3,-1,1.5,1e0,01,0x1,２,x,,1', [1]],
    ['', []],
    ['0,1,2,0,1,2', [0, 1, 2]],
    ['<script>', []],
  ])('parses %j as %j', (list, numbers) => {
    expect(sponsorNumbers(list)).toEqual(numbers)
  })

  it('are at most three different integers below 3, for any input', () => {
    const text = fc.oneof(fc.string(), fc.array(fc.oneof(fc.integer(), fc.double(), fc.string())).map(String))
    fc.assert(
      fc.property(text, (list) => {
        const numbers = sponsorNumbers(list)
        expect(numbers.every((number) => [0, 1, 2].includes(number))).toBe(true)
        expect(new Set(numbers).size).toBe(numbers.length)
      }),
    )
  })
})

describe('S3.29 S3.30 the entrance to anchor games', () => {
  const venue = (change: Partial<VenueDisplay> = {}): VenueDisplay => ({
    enName: 'ZBYX',
    status: 0,
    isDisplay: 1,
    isDisplayMaintainVenue: 1,
    ...change,
  })
  const entrance = (siteAnchorGameEntranceV4: number, ty: readonly VenueDisplay[]) =>
    anchorGameEntrance({ ...CONFIG_DEFAULTS, siteAnchorGameEntranceV4, ty })

  it('is shown while it is enabled and its venue is displayed', () => {
    expect(entrance(1, [venue({ enName: 'YBTY', isDisplay: 0 }), venue()])).toBe('open')
    expect(entrance(0, [venue()])).toBe('hidden')
    expect(entrance(1, [venue({ isDisplay: 0 })])).toBe('hidden')
    expect(entrance(1, [venue({ enName: 'zbyx' })])).toBe('hidden')
    expect(entrance(1, [])).toBe('hidden')
  })

  it('is greyed during maintenance, if the venue is displayed then', () => {
    expect(entrance(1, [venue({ status: 1, isDisplay: 0 })])).toBe('maintenance')
    expect(entrance(1, [venue({ status: 1, isDisplayMaintainVenue: 0 })])).toBe('hidden')
    expect(entrance(0, [venue({ status: 1 })])).toBe('hidden')
  })

  it('lists the channels that offer them', () => {
    expect(entrances({ zbyx: [{ channelName: '看台一台' }, { channelName: '看台二台' }] }).anchorGameChannels).toEqual([
      '看台一台',
      '看台二台',
    ])
  })
})

describe('S9.14 entrances follow the configuration', () => {
  it.each([
    ['expertTipsSwitch', 'tips'],
    ['inviteFriendSwitch', 'invite'],
    ['chatSwitch', 'chat'],
    ['giftSwitch', 'gifts'],
    ['withdrawPasswordSwitch', 'withdrawPassword'],
    ['multiLanguageEntrance', 'languageSwitch'],
  ] as const)('%s opens and closes %s and nothing else', (key, name) => {
    const [off, on] = [entrances({ [key]: 0 }), entrances({ [key]: 1 })]
    expect([off[name], on[name]]).toEqual([false, true])
    const changed = Object.keys(on).filter((other) => {
      const entrance = other as keyof typeof on
      return JSON.stringify(on[entrance]) !== JSON.stringify(off[entrance])
    })
    expect(changed).toEqual([name])
  })

  it('S1.5 hide the language switch by default', () => {
    expect(entrances().languageSwitch).toBe(false)
  })

  it('show the invitation only if it is among the activities', () => {
    expect(entrances({ activityEntrances: ['wheel', 'invite'] }).invite).toBe(true)
    expect(entrances({ activityEntrances: ['wheel'] }).invite).toBe(false)
    expect(entrances({ activityEntrances: ['invite'], inviteFriendSwitch: 0 }).invite).toBe(false)
  })
})
