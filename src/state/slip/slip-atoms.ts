import { atom } from 'jotai/vanilla'
import { isAmountWhileTyping } from '#protocol/rules/amount.ts'
import { ACCEPT_MODES, type AcceptMode, MAX_LEGS } from '#protocol/sports/bet-terms.ts'
import { MAX_PRICE, parseSelectionId } from '#protocol/sports/market-keys.ts'
import { slipText } from '#messages/zh/slip.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { onMemberLeft } from '../session/member-storage.ts'
import { memberAtom } from '../session/session.ts'

/*
 * The bet slip of this browser (50001 to 50004). It is in localStorage, so that it survives a reload and signing in, and so
 * that all tabs show the same slip.
 */

const KEY = 'slip'
/** Characters. A full slip has some 2,500. */
const MAX_LENGTH = 8_000
/** Receipts that the slip shows; the records have all bets. */
const MAX_PLACED = 8

/** A selection in the slip. Price and texts are those that the viewer saw. */
export interface SlipLeg {
  readonly id: string
  /** Thousandths. The bet is refused if the price has changed and the accept mode forbids it. */
  readonly price: number
  /** 江城竞技 对 北港海鸥. */
  readonly match: string
  /** 让球. */
  readonly market: string
  /** 江城竞技 -0.5. */
  readonly pick: string
  /** Nickname of the member whose order in a room it follows; `price` is then that of the order. */
  readonly follows?: string | undefined
}

export type SlipMode = 'single' | 'parlay'

export interface Slip {
  readonly mode: SlipMode
  readonly accept: AcceptMode
  readonly legs: readonly SlipLeg[]
  /** Stakes as typed, by selection. */
  readonly stakes: Readonly<Record<string, string>>
  /** Stake of the 串关 as typed. */
  readonly parlayStake: string
  /** Bets placed from this slip whose receipts are shown, newest first. */
  readonly placed: readonly string[]
}

interface StoredSlip extends Slip {
  /** `userId` of the member; '' for a visitor, whose slip is taken over by the member who signs in. */
  readonly owner: string
}

const EMPTY: StoredSlip = {
  owner: '',
  mode: 'single',
  accept: 'better',
  legs: [],
  stakes: {},
  parlayStake: '',
  placed: [],
}

type Fields<Type> = Partial<Readonly<Record<keyof Type, unknown>>>

const isText = (value: unknown, length: number): value is string => typeof value === 'string' && value.length <= length
const isAmount = (value: unknown): value is string => isText(value, 16) && isAmountWhileTyping(value)
const BET_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function isLeg(value: unknown): value is SlipLeg {
  const { id, price, match, market, pick, follows }: Fields<SlipLeg> = fieldsOf(value)
  const isPrice = Number.isSafeInteger(price) && Number(price) >= 1_000 && Number(price) <= MAX_PRICE
  const isKnown = isText(id, 100) && parseSelectionId(id) !== null
  const hasTexts = isText(match, 120) && isText(market, 64) && isText(pick, 64)
  return isKnown && isPrice && hasTexts && (follows === undefined || isText(follows, 32))
}

function areLegs(value: unknown): value is readonly SlipLeg[] {
  if (!Array.isArray(value) || value.length > MAX_LEGS || !value.every(isLeg)) return false
  return new Set(value.map(({ id }) => id)).size === value.length
}

/** Parses a stored slip. An invalid or oversized one is empty. */
export function parseSlip(stored: string | null): StoredSlip {
  if (stored === null || stored.length > MAX_LENGTH) return EMPTY
  try {
    return readSlip(fieldsOf(JSON.parse(stored))) ?? EMPTY
  } catch {
    return EMPTY
  }
}

function readSlip({ owner, mode, accept, legs, stakes, parlayStake, placed }: Fields<StoredSlip>): StoredSlip | null {
  const known = ACCEPT_MODES.find((one) => one === accept)
  if (!isText(owner, 64) || known === undefined || !areLegs(legs) || !isAmount(parlayStake)) return null
  const typed = Object.entries(fieldsOf(stakes))
  if (!typed.every(([, stake]) => isAmount(stake)) || !Array.isArray(placed) || placed.length > MAX_PLACED) return null
  const own = typed.filter(([id]) => legs.some((leg) => leg.id === id))
  return {
    owner,
    mode: mode === 'parlay' ? 'parlay' : 'single',
    accept: known,
    legs,
    stakes: Object.fromEntries(own) as Record<string, string>,
    parlayStake,
    placed: placed.filter((id): id is string => isText(id, 36) && BET_ID.test(id)),
  }
}

/** Returns localStorage; null if forbidden. The slip then lasts as long as the page. */
function localStorageOrNull(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

const readStored = () => parseSlip(localStorageOrNull()?.getItem(KEY) ?? null)

const storedAtom = atom<StoredSlip>(readStored())

/** Follows other tabs, and forgets the slip when the member signs out. */
storedAtom.onMount = (set) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) set(parseSlip(newValue))
    else if (key === null) set(EMPTY)
  }
  if (localStorageOrNull() !== null) set(readStored())
  window.addEventListener('storage', onStorage)
  const stop = onMemberLeft(() => set(EMPTY))
  return () => {
    window.removeEventListener('storage', onStorage)
    stop()
  }
}

/** True if the slip may be shown to a member or visitor: that of another member may not. */
const isShownTo = ({ owner }: StoredSlip, userId: string) => owner === '' || userId === '' || owner === userId

/** The slip. Writing takes a function from the slip to the next one, and stores it. */
export const slipAtom = atom(
  (get): Slip => {
    const stored = get(storedAtom)
    return isShownTo(stored, get(memberAtom)?.userId ?? '') ? stored : EMPTY
  },
  (get, set, change: (slip: Slip) => Slip) => {
    const storage = localStorageOrNull()
    // Another tab may have changed it while nothing here was mounted.
    const latest = storage?.getItem(KEY) == null ? get(storedAtom) : readStored()
    const userId = get(memberAtom)?.userId ?? ''
    const before = isShownTo(latest, userId) ? latest : EMPTY
    const next: StoredSlip = { ...EMPTY, ...change(before), owner: userId === '' ? before.owner : userId }
    set(storedAtom, next)
    try {
      storage?.setItem(KEY, JSON.stringify(next))
    } catch {
      // Full: see localStorageOrNull().
    }
  },
)

const slipLegsAtom = atom((get) => get(slipAtom).legs)
const selectedIdsAtom = atom<ReadonlySet<string>>((get) => new Set(get(slipLegsAtom).map(({ id }) => id)))

const isSelectedAtoms = new Map<string, ReturnType<typeof createIsSelected>>()
const createIsSelected = (id: string) => atom((get) => get(selectedIdsAtom).has(id))
/** A board has some hundreds of buttons; those of earlier boards need not be remembered. */
const MAX_IS_SELECTED = 2_000

/** An atom that is true while the selection is in the slip. The same atom for the same id. */
export function isSelectedAtom(id: string) {
  const known = isSelectedAtoms.get(id)
  if (known !== undefined) return known
  if (isSelectedAtoms.size >= MAX_IS_SELECTED) isSelectedAtoms.clear()
  const created = createIsSelected(id)
  isSelectedAtoms.set(id, created)
  return created
}

function withoutLeg(slip: Slip, id: string): Slip {
  const { [id]: _, ...stakes } = slip.stakes
  return { ...slip, stakes, legs: slip.legs.filter((leg) => leg.id !== id) }
}

/** Result of a press on a price. `full`: the slip has the most selections that a bet may have, and is unchanged. */
type Toggled = 'added' | 'removed' | 'full'

/** Adds a selection at the end, or removes it. A toast says that the slip is full. */
export const toggleSelectionAtom = atom(null, (get, set, leg: SlipLeg): Toggled => {
  const { legs } = get(slipAtom)
  const isRemoved = legs.some(({ id }) => id === leg.id)
  if (!isRemoved && legs.length >= MAX_LEGS) {
    toast({ text: slipText('say.full', { count: MAX_LEGS }), id: 'slip-full' })
    return 'full'
  }
  set(slipAtom, (slip) => {
    if (isRemoved) return withoutLeg(slip, leg.id)
    return {
      ...withoutLeg(slip, leg.id),
      legs: [...slip.legs.filter(({ id }) => id !== leg.id), leg].slice(0, MAX_LEGS),
    }
  })
  return isRemoved ? 'removed' : 'added'
})

/**
 * Puts the selections of an order that the viewer follows into the slip. A single is added to it. A 串关 replaces what is
 * in it, because it is followed as one bet.
 */
export const followLegsAtom = atom(null, (get, set, legs: readonly SlipLeg[]) => {
  const known = legs.filter(isLeg).slice(0, MAX_LEGS)
  const [first] = known
  if (known.length > 1) {
    set(slipAtom, (slip) => ({ ...slip, legs: known, mode: 'parlay', stakes: {}, parlayStake: '' }))
  } else if (first && !get(slipLegsAtom).some(({ id }) => id === first.id)) set(toggleSelectionAtom, first)
})

/** Removes a selection, or all of them if the id is null. */
export const removeSelectionAtom = atom(null, (_get, set, id: string | null) =>
  set(slipAtom, (slip) => (id === null ? { ...slip, legs: [], stakes: {}, parlayStake: '' } : withoutLeg(slip, id))),
)

/** Takes current prices, thousandths by selection, as those that the viewer has seen and accepted. */
export const acceptPricesAtom = atom(null, (_get, set, prices: ReadonlyMap<string, number>) =>
  set(slipAtom, (slip) => ({
    ...slip,
    legs: slip.legs.map((leg) => ({ ...leg, price: prices.get(leg.id) ?? leg.price })),
  })),
)

export const setSlipModeAtom = atom(null, (_get, set, mode: SlipMode) => set(slipAtom, (slip) => ({ ...slip, mode })))
export const setAcceptModeAtom = atom(null, (_get, set, accept: AcceptMode) =>
  set(slipAtom, (slip) => ({ ...slip, accept })),
)

/** The stake field of a selection, or of the 串关 if `id` is null. */
export const setStakeAtom = atom(null, (_get, set, id: string | null, stake: string) =>
  set(slipAtom, (slip) =>
    id === null ? { ...slip, parlayStake: stake } : { ...slip, stakes: { ...slip.stakes, [id]: stake } },
  ),
)

/** Shows the receipt of a placed bet and removes its selections. */
export const addReceiptAtom = atom(null, (_get, set, betId: string, selections: readonly string[]) =>
  set(slipAtom, (slip) => {
    const rest = selections.reduce(withoutLeg, slip)
    return {
      ...rest,
      parlayStake: rest.legs.length === 0 ? '' : rest.parlayStake,
      placed: [betId, ...rest.placed.filter((id) => id !== betId)].slice(0, MAX_PLACED),
    }
  }),
)

/** Removes the receipt of a bet, or all if the id is null. */
export const removeReceiptAtom = atom(null, (_get, set, betId: string | null) =>
  set(slipAtom, (slip) => ({ ...slip, placed: betId === null ? [] : slip.placed.filter((id) => id !== betId) })),
)

/** Whether the drawer of the slip is open: on phones, and in rooms. */
export const isSlipOpenAtom = atom(false)
