import {
  SLOT_LINES,
  SLOT_PAYS,
  SLOT_REELS,
  SLOT_ROWS,
  SLOT_SYMBOLS,
  type SlotSpin,
  type SlotView,
  symbolAt,
} from '#protocol/games/slot.ts'
import { frameText } from '#messages/zh/frame.ts'
import { h, isReduced, pause, svg } from './parts.ts'
import type { Screen, Table } from './screen.ts'

/** Paths on a 64 grid by part: ground, main, shade and light. */
const DRAWINGS: readonly (readonly (readonly [part: string, path: string])[])[] = [
  [
    ['ground', 'M6 58V44h16V30h16V16h20v42Z'],
    ['main', 'M22 18h14v14H22ZM40 6h14v12H40Z'],
    ['light', 'M22 18h14v4H22ZM40 6h14v4H40Z'],
    ['shade', 'M26 32h6v8h-6ZM44 18h6v8h-6Z'],
  ],
  [
    ['coin', 'M16 8h32v14c0 12-7 18-16 18s-16-6-16-18ZM28 40h8v8h-8ZM18 48h28v8H18Z'],
    ['shade', 'M8 12h8v4h-4v6c0 4 2 6 5 7v4c-6-1-9-5-9-11ZM56 12h-8v4h4v6c0 4-2 6-5 7v4c6-1 9-5 9-11Z'],
    ['light', 'M22 12h5v16h-5Z'],
  ],
  [
    ['home', 'M20 8h24l14 10-6 12-6-3v29H18V27l-6 3-6-12Z'],
    ['light', 'M24 8h16c-2 5-5 7-8 7s-6-2-8-7Z'],
    ['shade', 'M18 46h28v10H18Z'],
  ],
  [
    ['text', 'M10 14h18l4 14 18 6c5 2 6 6 6 10H10Z'],
    ['main', 'M10 44h46v6H10Z'],
    ['shade', 'M14 50h6v6h-6ZM28 50h6v6h-6ZM44 50h6v6h-6Z'],
    ['light', 'M32 20l8-2 2 4-8 3ZM36 27l7-3 2 4-7 3Z'],
  ],
  [
    ['home', 'M8 26h48v22c0 6-11 10-24 10S8 54 8 48Z'],
    ['light', 'M8 26c0-6 11-10 24-10s24 4 24 10-11 10-24 10S8 32 8 26Z'],
    ['shade', 'M12 6l4-2 16 20-3 2ZM52 6l-4-2-16 20 3 2Z'],
  ],
  [
    ['away', 'M8 26h12L48 10v44L20 38H8Z'],
    ['shade', 'M14 38h10l4 16h-9Z'],
    ['light', 'M48 10h6v44h-6Z'],
  ],
  [
    ['away', 'M10 14c14 8 30 8 44 0v14c-14 8-30 8-44 0Z'],
    ['shade', 'M16 30l12 3v22H16ZM36 33l12-3v25H36Z'],
    ['light', 'M16 38h12v6H16ZM36 38h12v6H36Z'],
  ],
  [
    ['main', 'M6 18h52v9a5 5 0 0 0 0 10v9H6v-9a5 5 0 0 0 0-10Z'],
    ['light', 'M42 18h3v6h-3ZM42 28h3v8h-3ZM42 40h3v6h-3Z'],
    ['shade', 'M14 26h20v4H14ZM14 34h14v4H14Z'],
  ],
]

function symbolArt(symbol: number): SVGElement {
  const paths = (DRAWINGS[symbol] ?? []).map(([part, d]) => svg('path', { class: `art-${part}`, d }))
  return svg('svg', { viewBox: '0 0 64 64', 'aria-hidden': 'true' }, ...paths)
}

const symbolName = (symbol: number): string => frameText(`slot.symbol.${symbol as 0}`)
const cellOf = (symbol: number): HTMLElement => h('div', { class: 'cell' }, symbolArt(symbol))
/** Symbols of the strip that pass by before a reel stops. */
const PASSING = 12
const SPIN_MS = 900
const REEL_MS = 260

/** The five reels. */
class Reels {
  readonly #reels = Array.from({ length: SLOT_REELS }, () => h('div', { class: 'reel' }))
  readonly element = h('div', { class: 'reels', role: 'img' }, ...this.#reels)

  /** Shows symbols at rest. */
  rest(stops: readonly number[]): void {
    const rows = Array.from({ length: SLOT_ROWS }, (_, row) => row)
    const names: string[] = []
    for (const [reel, element] of this.#reels.entries()) {
      const symbols = rows.map((row) => symbolAt(stops, reel, row))
      element.replaceChildren(h('div', { class: 'strip' }, ...symbols.map(cellOf)))
      names.push(symbols.map(symbolName).join('、'))
    }
    this.element.setAttribute('aria-label', frameText('slot.grid', { cells: names.join('；') }))
  }

  /** Turns all reels to their stops. The strip moves down: what passes by is what stands there. */
  turn(stops: readonly number[]): Promise<unknown> {
    const turns = this.#reels.map((element, reel) => {
      const shown = Array.from({ length: PASSING + SLOT_ROWS }, (_, place) => cellOf(symbolAt(stops, reel, place)))
      const moving = h('div', { class: 'strip' }, ...shown)
      element.replaceChildren(moving)
      const way = `translateY(${(-PASSING / (PASSING + SLOT_ROWS)) * 100}%)`
      return moving.animate([{ transform: way }, { transform: 'none' }], {
        duration: SPIN_MS + reel * REEL_MS,
        easing: 'cubic-bezier(.2,.8,.2,1)',
      }).finished
    })
    return Promise.all(turns)
  }

  /** Marks the cells that pay. */
  mark({ wins, stops }: SlotSpin): void {
    for (const [reel, element] of this.#reels.entries()) {
      for (const [row, cell] of [...(element.firstElementChild?.children ?? [])].entries()) {
        const isWon = wins.some(({ line, count, symbol }) =>
          line === null ? symbolAt(stops, reel, row) === symbol : reel < count && SLOT_LINES[line]?.[reel] === row,
        )
        cell.classList.toggle('won', isWon)
      }
    }
  }
}

/** 看台转轴. */
export function slotScreen({ money, tone }: Table): Screen {
  const reels = new Reels()
  const spinText = h('p', { class: 'spin-text' })
  reels.rest([0, 4, 8, 12, 16])
  const showSpin = async (spin: SlotSpin, isChange: boolean) => {
    if (isChange && !isReduced()) await reels.turn(spin.stops)
    reels.rest(spin.stops)
    reels.mark(spin)
    if (isChange && spin.tenths > 0) tone(660)
  }
  return {
    stage: h('div', { class: 'stage slot' }, reels.element, spinText),
    choices: null,
    options: () => ({}),
    async show({ view, staked }, isChange) {
      const { spins } = view as SlotView
      let sum = 0
      for (const [index, spin] of (isChange ? spins : spins.slice(-1)).entries()) {
        const free = { now: index, all: spins.length - 1 }
        const text = spin.isFree && isChange ? frameText('slot.free', free) : ''
        spinText.textContent = text
        await showSpin(spin, isChange)
        sum += spin.tenths
        if (spins.length > 1 && isChange) {
          spinText.textContent = `${text} ${money((staked * sum) / 10)}`
          await pause(600)
        }
      }
    },
    actions: () => [],
    rules: slotRows,
  }
}

/** Rows of the paytable and rules. */
function slotRows(): readonly Node[] {
  return [
    h('p', {}, frameText('slot.times')),
    h(
      'table',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, frameText('slot.symbol')),
        ...[3, 4, 5].map((count) => h('th', { scope: 'col' }, frameText('slot.count', { count }))),
      ),
      ...SLOT_SYMBOLS.slice(1, -1).map((_, index) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, symbolArt(index + 1), symbolName(index + 1)),
          ...(SLOT_PAYS[index + 1] ?? []).map((tenths) => h('td', {}, String(tenths / 10))),
        ),
      ),
    ),
    h('p', {}, frameText('slot.seat')),
    h('p', {}, frameText('slot.tickets')),
  ]
}
