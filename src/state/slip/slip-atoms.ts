import { atom } from 'jotai/vanilla'
import * as z from 'zod/mini'
import { isAmountWhileTyping } from '#protocol/rules/amount.ts'
import { ACCEPT_MODES, type AcceptMode, MAX_LEGS } from '#protocol/sports/bets.ts'
import { MAX_PRICE, parseSelectionId, SelectionId } from '#protocol/sports/markets.ts'
import { slipText } from '#messages/zh/slip.ts'
import { toast } from '#ui/toast-manager.ts'
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
export const MAX_PLACED = 8

const text = (length: number) => z.string().check(z.maxLength(length))

/** A selection in the slip. Price and texts are those that the viewer saw. */
const SlipLeg = z.object({
  id: SelectionId.check(z.refine((id) => parseSelectionId(id) !== null)),
  /** Thousandths. The bet is refused if the price has changed and the accept mode forbids it. */
  price: z.int().check(z.minimum(1_000), z.maximum(MAX_PRICE)),
  /** 江城竞技 对 北港海鸥. */
  match: text(120),
  /** 让球. */
  market: text(64),
  /** 江城竞技 -0.5. */
  pick: text(64),
  /** Nickname of the member whose order in a room it follows; `price` is then that of the order. */
  follows: z.optional(text(32)),
})
export type SlipLeg = z.infer<typeof SlipLeg>

export type SlipMode = 'single' | 'parlay'

const amount = text(16).check(z.refine(isAmountWhileTyping))

const StoredSlip = z.object({
  /** `userId` of the member; '' for a visitor, whose slip is taken over by the member who signs in. */
  owner: text(64),
  mode: z.enum(['single', 'parlay']),
  accept: z.enum(ACCEPT_MODES),
  legs: z.array(SlipLeg).check(
    z.maxLength(MAX_LEGS),
    z.refine((legs) => new Set(legs.map(({ id }) => id)).size === legs.length),
  ),
  /** Stakes as typed, by selection. */
  stakes: z.record(SelectionId, amount),
  /** Stake of the 串关 as typed. */
  parlayStake: amount,
  /** Bets placed from this slip whose receipts are shown, newest first. */
  placed: z.array(z.uuid()).check(z.maxLength(MAX_PLACED)),
})

export type Slip = Omit<z.infer<typeof StoredSlip>, 'owner'>
type StoredSlip = z.infer<typeof StoredSlip>

const EMPTY: StoredSlip = {
  owner: '',
  mode: 'single',
  accept: 'better',
  legs: [],
  stakes: {},
  parlayStake: '',
  placed: [],
}

/** Parses a stored slip. An invalid or oversized one is empty. */
export function parseSlip(stored: string | null): StoredSlip {
  if (stored === null || stored.length > MAX_LENGTH) return EMPTY
  try {
    const { success, data } = StoredSlip.safeParse(JSON.parse(stored))
    if (!success) return EMPTY
    const ids = new Set(data.legs.map(({ id }) => id))
    return { ...data, stakes: Object.fromEntries(Object.entries(data.stakes).filter(([id]) => ids.has(id))) }
  } catch {
    return EMPTY
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

export const slipLegsAtom = atom((get) => get(slipAtom).legs)
export const slipCountAtom = atom((get) => get(slipLegsAtom).length)
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
export type Toggled = 'added' | 'removed' | 'full'

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
