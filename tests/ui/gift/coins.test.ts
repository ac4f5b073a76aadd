import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { balanceAtom, coinsAtom, resetCoins, reserveCoins, setBalance, settleCoins } from '#state/session/coins.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'

const enter = (userId: string) => store.set(sessionAtom, { member: { userId } as Member, expireAt: 1 })

beforeEach(() => enter('a'))
afterEach(() => {
  resetCoins()
  store.set(sessionAtom, null)
})

it('settled 7 subtracts reserved coins from the balance until the response', () => {
  setBalance('a', 100)
  reserveCoins(30)
  expect(store.get(balanceAtom)).toBe(70)
  settleCoins('a', 30, 70)
  expect(store.get(coinsAtom)).toEqual({ confirmed: 70, reserved: 0 })
})

it('ignores responses to the previous member', () => {
  setBalance('a', 100)
  reserveCoins(30)
  enter('b')
  resetCoins()
  setBalance('b', 500)
  reserveCoins(20)
  settleCoins('a', 30, 70)
  setBalance('a', 1_070)
  expect(store.get(coinsAtom)).toEqual({ confirmed: 500, reserved: 20 })
})
