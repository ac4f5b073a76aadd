import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_LEGS } from '#protocol/sports/bet-terms.ts'
import { memberLeft } from '#state/session/member-storage.ts'
import { sessionAtom } from '#state/session/session.ts'
import {
  acceptPricesAtom,
  addReceiptAtom,
  isSelectedAtom,
  parseSlip,
  removeSelectionAtom,
  setStakeAtom,
  slipAtom,
  type SlipLeg,
  toggleSelectionAtom,
} from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'

const legOf = (id: string, price = 1_900): SlipLeg => ({
  id,
  price,
  match: '江城 对 北港',
  market: '独赢',
  pick: '江城',
})
const HOME = legOf('m1.winner.0.home')
const AWAY = legOf('m2.handicap.-3.away', 2_050)
const BET_ID = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'

const stored = () => parseSlip(localStorage.getItem('slip'))
const signIn = (userId: string) => store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })

/** A change by another tab. */
function otherTab(text: string | null): void {
  if (text === null) localStorage.removeItem('slip')
  else localStorage.setItem('slip', text)
  window.dispatchEvent(new StorageEvent('storage', { key: 'slip', newValue: text }))
}

beforeEach(() => {
  store.set(sessionAtom, null)
  otherTab(null)
  store.set(slipAtom, () => parseSlip(null))
})

describe('the selections of the slip', () => {
  it('are added and removed by the same press', () => {
    expect(store.set(toggleSelectionAtom, HOME)).toBe('added')
    expect(store.get(isSelectedAtom(HOME.id))).toBe(true)
    expect(store.set(toggleSelectionAtom, HOME)).toBe('removed')
    expect(store.get(slipAtom).legs.length).toBe(0)
    expect(store.get(isSelectedAtom(HOME.id))).toBe(false)
  })

  it('are at most eight; the slip stays as it is', () => {
    for (let index = 0; index < MAX_LEGS; index += 1) store.set(toggleSelectionAtom, legOf(`m${index}.winner.0.home`))
    expect(store.set(toggleSelectionAtom, AWAY)).toBe('full')
    expect(store.get(slipAtom).legs.length).toBe(MAX_LEGS)
    expect(store.set(toggleSelectionAtom, legOf('m3.winner.0.home'))).toBe('removed')
  })

  it('a removed selection loses its stake', () => {
    store.set(toggleSelectionAtom, HOME)
    store.set(setStakeAtom, HOME.id, '12.5')
    store.set(removeSelectionAtom, HOME.id)
    expect(store.get(slipAtom).stakes).toEqual({})
  })

  it('Annex A 50001 take the current price when the viewer accepts it', () => {
    store.set(toggleSelectionAtom, HOME)
    store.set(toggleSelectionAtom, AWAY)
    store.set(acceptPricesAtom, new Map([[HOME.id, 1_850]]))
    expect(store.get(slipAtom).legs.map(({ price }) => price)).toEqual([1_850, 2_050])
  })

  it('leave the slip when their bet is placed, and its receipt is shown', () => {
    store.set(toggleSelectionAtom, HOME)
    store.set(toggleSelectionAtom, AWAY)
    store.set(addReceiptAtom, BET_ID, [HOME.id])
    expect(store.get(slipAtom)).toMatchObject({ legs: [AWAY], placed: [BET_ID] })
  })
})

describe('the stored slip', () => {
  it('S1.7 survives a reload', () => {
    store.set(toggleSelectionAtom, HOME)
    store.set(setStakeAtom, HOME.id, '20')
    expect(stored()).toMatchObject({ legs: [HOME], stakes: { [HOME.id]: '20' } })
  })

  it('is the same in all tabs', () => {
    const stop = store.sub(slipAtom, () => {})
    store.set(toggleSelectionAtom, HOME)
    otherTab(JSON.stringify({ ...stored(), legs: [AWAY], stakes: {} }))
    expect(store.get(slipAtom).legs).toEqual([AWAY])
    stop()
  })

  it('does not overwrite a change of another tab that this one has not followed', () => {
    store.set(toggleSelectionAtom, HOME)
    localStorage.setItem('slip', JSON.stringify({ ...stored(), legs: [AWAY] }))
    store.set(toggleSelectionAtom, legOf('m3.total.10.over'))
    expect(store.get(slipAtom).legs.map(({ id }) => id)).toEqual([AWAY.id, 'm3.total.10.over'])
  })

  it('of a visitor is taken over by the member who signs in', () => {
    store.set(toggleSelectionAtom, HOME)
    signIn('u1')
    expect(store.get(slipAtom).legs).toEqual([HOME])
    store.set(toggleSelectionAtom, AWAY)
    expect(stored().owner).toBe('u1')
  })

  it('of a member is not shown to another one', () => {
    signIn('u1')
    store.set(toggleSelectionAtom, HOME)
    signIn('u2')
    expect(store.get(slipAtom).legs.length).toBe(0)
    store.set(toggleSelectionAtom, AWAY)
    expect(stored()).toMatchObject({ owner: 'u2', legs: [AWAY] })
  })

  it('stays if the server ends the session, and goes with a deliberate sign-out', () => {
    const stop = store.sub(slipAtom, () => {})
    signIn('u1')
    store.set(toggleSelectionAtom, HOME)
    store.set(sessionAtom, null)
    expect(store.get(slipAtom).legs.length).toBe(1)
    memberLeft('u1')
    expect(store.get(slipAtom).legs.length).toBe(0)
    expect(localStorage.getItem('slip')).toBeNull()
    stop()
  })

  const slip = { owner: '', mode: 'single', accept: 'better', legs: [HOME], stakes: {}, parlayStake: '', placed: [] }
  it.each([
    ['is no JSON', '{'],
    ['is of another type', '[]'],
    ['is too long', JSON.stringify({ ...slip, more: 'x'.repeat(9_000) })],
    ['has an unknown selection', JSON.stringify({ ...slip, legs: [{ ...HOME, id: 'm1.winner.0.nobody' }] })],
    ['has a selection twice', JSON.stringify({ ...slip, legs: [HOME, HOME] })],
    [
      'has nine selections',
      JSON.stringify({ ...slip, legs: Array.from({ length: 9 }, (_, n) => legOf(`m${n}.winner.0.home`)) }),
    ],
    ['has a price below 1', JSON.stringify({ ...slip, legs: [{ ...HOME, price: 12 }] })],
    ['has a stake that is no amount', JSON.stringify({ ...slip, stakes: { [HOME.id]: '1e9' } })],
    ['has an endless text', JSON.stringify({ ...slip, legs: [{ ...HOME, match: 'x'.repeat(200) }] })],
  ])('is empty if it %s', (_, text) => {
    expect(parseSlip(JSON.stringify(slip)).legs).toHaveLength(1)
    expect(parseSlip(text)).toMatchObject({ legs: [], mode: 'single', accept: 'better' })
  })

  it('drops stakes of selections that are not in it', () => {
    expect(parseSlip(JSON.stringify({ ...slip, stakes: { [AWAY.id]: '5' } })).stakes).toEqual({})
  })
})
