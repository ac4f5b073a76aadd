import { atom } from 'jotai/vanilla'
import { call } from '#transport/client.ts'
import { isConnectionFailure } from '../data/reconnect.ts'
import { memberAtom } from './session.ts'
import { store } from '../store.ts'

/** The member's coins as the server last said, and what is on its way to being spent. */
export interface Coins {
  /** Null for visitors and until the server has answered. */
  readonly confirmed: number | null
  /** Sent, not yet answered. */
  readonly reserved: number
}

const NO_COINS: Coins = { confirmed: null, reserved: 0 }

export const coinsAtom = atom<Coins>(NO_COINS)

/** The balance to show: what is on its way counts as gone, so that it never looks spendable twice. */
export const balanceAtom = atom((get) => {
  const { confirmed, reserved } = get(coinsAtom)
  return confirmed === null ? null : Math.max(0, confirmed - reserved)
})

const isUnansweredAtom = atom(false)
const questionsAtom = atom(0)
/** The way to the server opened again while a question was out, whose own way may be a dead one. */
let hasReturned = false

/** The balance is being asked for. */
export const isBalanceLoadingAtom = atom((get) => get(questionsAtom) > 0)

/** The balance was asked for, the answer did not come, and none is known from before. */
export const isBalanceMissingAtom = atom((get) => get(isUnansweredAtom) && get(balanceAtom) === null)

/** Coins are on their way out; {@link settleCoins} ends it. */
export function reserveCoins(total: number): void {
  store.set(coinsAtom, (coins) => ({ ...coins, reserved: coins.reserved + total }))
}

/**
 * A posting of the member `userId` was answered: with the new balance when the answer tells it, else the old one stands.
 * Coins of a member who is not here any more change nothing.
 */
export function settleCoins(userId: string, total: number, balance: number | null): void {
  if (!isHere(userId)) return
  store.set(coinsAtom, (coins) => ({
    confirmed: balance ?? coins.confirmed,
    reserved: Math.max(0, coins.reserved - total),
  }))
}

/** Sets the balance that a call of the member `userId` answered with. */
export function setBalance(userId: string, balance: number): void {
  if (!isHere(userId)) return
  store.set(isUnansweredAtom, false)
  store.set(coinsAtom, (coins) => ({ ...coins, confirmed: balance }))
}

/** Another member, or none: what the one before had and had sent is not theirs. */
export function resetCoins(): void {
  store.set(isUnansweredAtom, false)
  store.set(coinsAtom, NO_COINS)
}

/** Asks the server for the balance of whoever is signed in; a visitor has none. */
export async function loadCoins(): Promise<void> {
  const userId = store.get(memberAtom)?.userId
  if (userId === undefined) return
  hasReturned = false
  store.set(questionsAtom, (questions) => questions + 1)
  const result = await call('coin.balance', {})
  store.set(questionsAtom, (questions) => questions - 1)
  if (result.ok) return setBalance(userId, result.data.balance)
  if (!isHere(userId)) return
  store.set(isUnansweredAtom, true)
  if (hasReturned && isConnectionFailure(result)) await loadCoins()
}

/** Asks again when the last answer did not come, or does not: the way to the server may be open again. */
export function reloadCoins(): void {
  if (store.get(isBalanceLoadingAtom)) hasReturned = true
  else if (store.get(isUnansweredAtom)) void loadCoins()
}

function isHere(userId: string): boolean {
  return store.get(memberAtom)?.userId === userId
}
