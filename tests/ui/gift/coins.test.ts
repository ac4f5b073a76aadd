import { afterEach, beforeEach, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import {
  balanceAtom,
  coinsAtom,
  isBalanceLoadingAtom,
  isBalanceMissingAtom,
  loadCoins,
  resetCoins,
  reserveCoins,
  setBalance,
  settleCoins,
} from '#state/session/coins.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'

const enter = (userId: string) => store.set(sessionAtom, { member: { userId } as Member, expireAt: 1 })

type BalanceResult = Result<{ balance: number }>
/** Ends the requests for the balance, in the order in which they were sent. */
let loads: ((result: BalanceResult) => void)[] = []

beforeEach(() => {
  enter('a')
  loads = []
  transport.responses['coin.balance'] = () => new Promise<BalanceResult>((resolve) => loads.push(resolve))
})
afterEach(() => {
  transport.responses = {}
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

/** Ends a request, and waits until its response is handled. */
async function respond(load: number, balance: number): Promise<void> {
  loads[load]?.(success({ balance }))
  await new Promise((resolve) => setTimeout(resolve))
}

it('drops a loaded balance that is older than the response to a gift, and loads it again', async () => {
  void loadCoins()
  reserveCoins(100)
  settleCoins('a', 100, 900)
  await respond(0, 1_000)
  expect(store.get(balanceAtom)).toBe(900)
  expect(loads).toHaveLength(2)
  await respond(1, 880)
  expect(store.get(balanceAtom)).toBe(880)
  expect(loads).toHaveLength(2)
  expect(store.get(isBalanceLoadingAtom)).toBe(false)
})

it('keeps a loaded balance if a gift was refused meanwhile', async () => {
  void loadCoins()
  reserveCoins(100)
  settleCoins('a', 100, null)
  await respond(0, 1_000)
  expect(store.get(balanceAtom)).toBe(1_000)
  expect(loads).toHaveLength(1)
})

it('drops the response to an earlier load that arrives after that to a later one', async () => {
  void loadCoins()
  void loadCoins()
  await respond(1, 500)
  await respond(0, 1_000)
  expect(store.get(balanceAtom)).toBe(500)
  expect(loads).toHaveLength(2)
})

it('shows the response to an earlier load until that to a later one', async () => {
  void loadCoins()
  void loadCoins()
  await respond(0, 1_000)
  expect(store.get(balanceAtom)).toBe(1_000)
  await respond(1, 500)
  expect(store.get(balanceAtom)).toBe(500)
})

it('loads the balance once more if several loads are out of date', async () => {
  void loadCoins()
  void loadCoins()
  setBalance('a', 900)
  await respond(1, 1_000)
  await respond(0, 1_000)
  expect(store.get(balanceAtom)).toBe(900)
  expect(loads).toHaveLength(3)
})

it('a load that fails after a later one has succeeded leaves no failure', async () => {
  void loadCoins()
  void loadCoins()
  await respond(1, 500)
  loads[0]?.(failure(CODES.NETWORK_ABNORMAL, '网络异常'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(store.get(balanceAtom)).toBe(500)
  expect(store.get(isBalanceMissingAtom)).toBe(false)
})
