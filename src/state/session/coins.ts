import { atom } from 'jotai/vanilla'
import { call } from '#transport/client.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { store } from '../store.ts'
import { memberAtom } from './session.ts'

/** The member's coins. */
interface Coins {
  /** Balance reported by the server; null for visitors and before the first response. */
  readonly confirmed: number | null
  /** Coins of pending gift calls. */
  readonly reserved: number
}

const NO_COINS: Coins = { confirmed: null, reserved: 0 }

export const coinsAtom = atom<Coins>(NO_COINS)

/** The balance to show. Reserved coins are subtracted, so that they cannot be spent twice. */
export const balanceAtom = atom((get) => {
  const { confirmed, reserved } = get(coinsAtom)
  return confirmed === null ? null : Math.max(0, confirmed - reserved)
})

/** Number of balances set by responses to other calls. A load that was sent before the last of them is out of date. */
let settledBalances = 0
/** Numbers of the load that was sent last, and of the newest one whose response was applied. */
let lastSent = 0
let lastApplied = 0

const hasLoadFailedAtom = atom(false)
const pendingLoadsAtom = atom(0)
/** True if the connection was restored while a request was pending. That request may never complete, so it is retried. */
let hasReconnected = false

export const isBalanceLoadingAtom = atom((get) => get(pendingLoadsAtom) > 0)

/** The balance could not be loaded, and no earlier one is known. */
export const isBalanceMissingAtom = atom((get) => get(hasLoadFailedAtom) && get(balanceAtom) === null)

/** Reserves coins for a gift call; {@link settleCoins} ends the reservation. */
export function reserveCoins(total: number): void {
  store.set(coinsAtom, (coins) => ({ ...coins, reserved: coins.reserved + total }))
}

/** Ends a reservation of the member `userId`, with the new balance if the response has it. Ignored for another member. */
export function settleCoins(userId: string, total: number, balance: number | null): void {
  if (!isSignedIn(userId)) return
  if (balance !== null) settledBalances += 1
  store.set(coinsAtom, (coins) => ({
    confirmed: balance ?? coins.confirmed,
    reserved: Math.max(0, coins.reserved - total),
  }))
}

/** Sets the balance from a response to the member `userId`. Ignored for another member. */
export function setBalance(userId: string, balance: number): void {
  if (!isSignedIn(userId)) return
  settledBalances += 1
  showBalance(balance)
}

function showBalance(balance: number): void {
  store.set(hasLoadFailedAtom, false)
  store.set(coinsAtom, (coins) => ({ ...coins, confirmed: balance }))
}

/** Clears the coins after a change of member. */
export function resetCoins(): void {
  store.set(hasLoadFailedAtom, false)
  store.set(coinsAtom, NO_COINS)
}

/**
 * Loads the balance of the signed-in member. A response that is older than the shown balance is dropped. If another call
 * has set that balance, it is loaded again, because the load may have been sent for a later change.
 */
export async function loadCoins(): Promise<void> {
  const userId = store.get(memberAtom)?.userId
  if (userId === undefined) return
  hasReconnected = false
  lastSent += 1
  const load = lastSent
  const settledBefore = settledBalances
  store.set(pendingLoadsAtom, (count) => count + 1)
  const result = await call('coin.balance', {})
  store.set(pendingLoadsAtom, (count) => count - 1)
  if (!isSignedIn(userId) || load < lastApplied) return
  if (!result.ok) {
    store.set(hasLoadFailedAtom, true)
    if (hasReconnected && isConnectionFailure(result)) await loadCoins()
  } else if (settledBalances === settledBefore) {
    lastApplied = load
    showBalance(result.data.balance)
  } else if (load === lastSent) await loadCoins()
}

/** Retries a failed request for the balance after a reconnect, also if it is still pending. */
export function reloadCoins(): void {
  if (store.get(isBalanceLoadingAtom)) hasReconnected = true
  else if (store.get(hasLoadFailedAtom)) void loadCoins()
}

function isSignedIn(userId: string): boolean {
  return store.get(memberAtom)?.userId === userId
}
