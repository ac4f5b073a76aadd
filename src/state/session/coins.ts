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
  store.set(coinsAtom, (coins) => ({
    confirmed: balance ?? coins.confirmed,
    reserved: Math.max(0, coins.reserved - total),
  }))
}

/** Sets the balance from a response to the member `userId`. Ignored for another member. */
export function setBalance(userId: string, balance: number): void {
  if (!isSignedIn(userId)) return
  store.set(hasLoadFailedAtom, false)
  store.set(coinsAtom, (coins) => ({ ...coins, confirmed: balance }))
}

/** Clears the coins after a change of member. */
export function resetCoins(): void {
  store.set(hasLoadFailedAtom, false)
  store.set(coinsAtom, NO_COINS)
}

/** Loads the balance of the signed-in member. */
export async function loadCoins(): Promise<void> {
  const userId = store.get(memberAtom)?.userId
  if (userId === undefined) return
  hasReconnected = false
  store.set(pendingLoadsAtom, (count) => count + 1)
  const result = await call('coin.balance', {})
  store.set(pendingLoadsAtom, (count) => count - 1)
  if (result.ok) return setBalance(userId, result.data.balance)
  if (!isSignedIn(userId)) return
  store.set(hasLoadFailedAtom, true)
  if (hasReconnected && isConnectionFailure(result)) await loadCoins()
}

/** Retries a failed request for the balance after a reconnect, also if it is still pending. */
export function reloadCoins(): void {
  if (store.get(isBalanceLoadingAtom)) hasReconnected = true
  else if (store.get(hasLoadFailedAtom)) void loadCoins()
}

function isSignedIn(userId: string): boolean {
  return store.get(memberAtom)?.userId === userId
}
