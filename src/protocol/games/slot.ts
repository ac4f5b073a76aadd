import type { Draw } from './draw.ts'
import { hasKeys, payoutOf } from './odds.ts'
import type { GameRules, NoOptions } from './round.ts'

/*
 * 看台转轴: five reels of 22 symbols, three rows, ten lines that pay from the left. 看台座 replaces every symbol but 球票.
 * Three or more 球票 pay and give free spins, whose lines pay twice; free spins give no further ones. All spins of a round
 * are drawn at its start.
 */

/** Symbols by their number in strips and views. */
export const SLOT_SYMBOLS = ['seat', 'cup', 'jersey', 'boot', 'drum', 'horn', 'scarf', 'ticket'] as const
const SEAT = 0
const CUP = 1
const TICKET = 7
export const SLOT_REELS = 5
export const SLOT_ROWS = 3

export const SLOT_STRIPS: readonly (readonly number[])[] = [
  '1652364057463526451463',
  '6523460571436524156342',
  '2645136074562354165324',
  '3614526407532645162534',
  '4563216574063542615346',
].map((strip) => Array.from(strip, Number))

/** Row of each reel, from the left. */
export const SLOT_LINES: readonly (readonly number[])[] = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [1, 0, 1, 2, 1],
]

/** Tenths of the stake for three, four and five equal symbols on a line, by symbol. Five 看台座 count as 金杯. */
export const SLOT_PAYS: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [20, 100, 500],
  [15, 60, 250],
  [10, 40, 150],
  [6, 20, 80],
  [5, 15, 60],
  [4, 10, 40],
  [0, 0, 0],
]

/** Tenths of the stake and free spins by the number of 球票 in view. */
export const TICKET_PAYS: readonly number[] = [0, 0, 0, 10, 100, 500]
export const FREE_SPINS: readonly number[] = [0, 0, 0, 8, 10, 12]
/** Factor of the lines in free spins. */
export const FREE_FACTOR = 2
/** No round pays more multiples of the stake: the best spin (66.5), five 球票 (50) and twelve best free spins (133 each). */
export const SLOT_MAX_MULTIPLE = 1_713

export interface SlotWin {
  /** Index in SLOT_LINES, or null for 球票. */
  readonly line: number | null
  readonly symbol: number
  readonly count: number
  /** Tenths of the stake. */
  readonly tenths: number
}

interface SlotState {
  /** Position in the strip of the top row, by reel, of the paid spin and of each free spin. */
  readonly spins: readonly (readonly number[])[]
}

export interface SlotSpin {
  readonly stops: readonly number[]
  readonly isFree: boolean
  readonly wins: readonly SlotWin[]
  /** Tenths of the stake, with the factor of free spins. */
  readonly tenths: number
  readonly freeSpins: number
}

export interface SlotView {
  readonly spins: readonly SlotSpin[]
}

const LENGTH = 22

/** Symbol in view at a reel and row. */
export function symbolAt(stops: readonly number[], reel: number, row: number): number {
  return SLOT_STRIPS[reel]?.[((stops[reel] ?? 0) + row) % LENGTH] ?? 0
}

/** What counts on a line of symbols from the left: the symbol, how often, and tenths of the stake. */
export function lineWin(symbols: readonly number[]): { symbol: number; count: number; tenths: number } {
  let symbol = SEAT
  let seats = 0
  let count = 0
  for (const its of symbols) {
    if (its === TICKET || (its !== SEAT && symbol !== SEAT && its !== symbol)) break
    if (its !== SEAT) symbol = its
    else if (symbol === SEAT) seats += 1
    count += 1
  }
  const tenths = payOf(symbol, count)
  // Three or more 看台座 at the left count as 金杯 if that pays more.
  const ofSeats = payOf(CUP, seats)
  return ofSeats > tenths || symbol === SEAT
    ? { symbol: CUP, count: seats, tenths: ofSeats }
    : { symbol, count, tenths }
}

function payOf(symbol: number, count: number): number {
  return count < 3 ? 0 : (SLOT_PAYS[symbol]?.[count - 3] ?? 0)
}

const row: number[] = [0, 0, 0, 0, 0]

function lineOf(stops: readonly number[], line: number) {
  const rows = SLOT_LINES[line] as readonly number[]
  for (let reel = 0; reel < SLOT_REELS; reel += 1) row[reel] = symbolAt(stops, reel, rows[reel] as number)
  return lineWin(row)
}

function linesTenths(stops: readonly number[]): number {
  let tenths = 0
  for (let line = 0; line < SLOT_LINES.length; line += 1) tenths += lineOf(stops, line).tenths
  return tenths
}

function ticketsOf(stops: readonly number[]): number {
  let tickets = 0
  for (let reel = 0; reel < SLOT_REELS; reel += 1) {
    for (let place = 0; place < SLOT_ROWS; place += 1) if (symbolAt(stops, reel, place) === TICKET) tickets += 1
  }
  return tickets
}

function drawStops(draw: Draw): number[] {
  const stops: number[] = []
  for (let reel = 0; reel < SLOT_REELS; reel += 1) stops.push(draw.below(LENGTH))
  return stops
}

/** What a spin shows and pays. Free spins pay their lines only. */
export function slotSpin(stops: readonly number[], isFree: boolean): SlotSpin {
  const factor = isFree ? FREE_FACTOR : 1
  const wins: SlotWin[] = SLOT_LINES.flatMap((_, line) => {
    const { symbol, count, tenths } = lineOf(stops, line)
    return tenths === 0 ? [] : [{ line, symbol, count, tenths: tenths * factor }]
  })
  const tickets = isFree ? 0 : ticketsOf(stops)
  const ticketTenths = TICKET_PAYS[tickets] ?? 0
  if (ticketTenths > 0) wins.push({ line: null, symbol: TICKET, count: tickets, tenths: ticketTenths })
  const tenths = wins.reduce((sum, win) => sum + win.tenths, 0)
  return { stops, isFree, wins, tenths, freeSpins: FREE_SPINS[tickets] ?? 0 }
}

export const slotRules: GameRules<SlotState, NoOptions, never, SlotView> = {
  game: 'slot',
  rtp: 957_833,
  stake: { min: 100, max: 20_000 },
  isOptions: (value): value is NoOptions => hasKeys(value, []),
  isMove: (_value): _value is never => false,
  start(stake, _options, draw) {
    const first = drawStops(draw)
    const spins = [first]
    const tickets = ticketsOf(first)
    let tenths = linesTenths(first) + (TICKET_PAYS[tickets] ?? 0)
    for (let free = FREE_SPINS[tickets] ?? 0; free > 0; free -= 1) {
      const stops = drawStops(draw)
      spins.push(stops)
      tenths += linesTenths(stops) * FREE_FACTOR
    }
    return { state: { spins }, staked: stake, payout: payoutOf(stake, tenths, 10) }
  },
  move() {
    throw new RangeError('the round has ended')
  },
  view: ({ state: { spins } }) => ({ spins: spins.map((stops, index) => slotSpin(stops, index > 0)) }),
}
