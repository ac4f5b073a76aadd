import {
  MINE_COUNTS,
  MINES_CELLS,
  minesGoal,
  minesPayout,
  type MinesOptions,
  type MinesView,
} from '#protocol/games/mines.ts'
import { frameText } from '#messages/zh/frame.ts'
import { choices, h, times } from './parts.ts'
import type { Screen, Table } from './screen.ts'

const SIDE = Math.sqrt(MINES_CELLS)
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE }

function cellName(cell: number): string {
  return frameText('mines.cell', { row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1 })
}

/** The cells. One of them is in the tab order; arrow keys move between them. */
class Board {
  readonly #cells: readonly HTMLButtonElement[]
  readonly element: HTMLElement

  constructor(onOpen: (cell: number) => void) {
    this.#cells = Array.from({ length: MINES_CELLS }, (_, cell) => {
      const press = (event: Event) => {
        if ((event.currentTarget as Element).getAttribute('aria-disabled') === 'false') onOpen(cell)
      }
      const props = { type: 'button', tabindex: cell === 0 ? '0' : '-1', 'aria-label': cellName(cell), onclick: press }
      return h('button', { ...props, class: 'tile', 'aria-disabled': 'true' })
    })
    this.element = h('div', { class: 'board', role: 'group', 'aria-label': frameText('name.mines') }, ...this.#cells)
    this.element.addEventListener('keydown', (event) => this.#moveFocus(event))
  }

  draw({ open, mines }: MinesView, isOpen: boolean): void {
    for (const [cell, element] of this.#cells.entries()) {
      const isTaken = open.includes(cell)
      const state = mines?.includes(cell) === true ? 'mine' : isTaken ? 'safe' : null
      const classes = ['tile', state, isTaken && 'taken', mines !== null && !isTaken && 'past']
      element.className = classes.filter(Boolean).join(' ')
      element.setAttribute('aria-disabled', String(!isOpen || isTaken))
      element.setAttribute('aria-label', state ? `${cellName(cell)}，${frameText(`mines.${state}`)}` : cellName(cell))
    }
  }

  #moveFocus(event: KeyboardEvent): void {
    const step = ARROWS[event.key]
    const from = this.#cells.indexOf(event.target as HTMLButtonElement)
    const to = this.#cells[from + (step ?? 0)]
    if (step === undefined || from < 0 || to === undefined) return
    event.preventDefault()
    for (const cell of this.#cells) cell.tabIndex = cell === to ? 0 : -1
    to.focus()
  }
}

/** 扫雷. */
export function minesScreen({ move, tone, money }: Table): Screen {
  let mines: MinesOptions['mines'] = 3
  const board = new Board((cell) => move({ kind: 'open', cell }))
  return {
    stage: h('div', { class: 'stage mines' }, board.element),
    choices: choices(
      frameText('mines.count'),
      MINE_COUNTS.map((value) => ({ value, label: String(value) })),
      mines,
      (value) => (mines = value),
    ),
    options: () => ({ mines }),
    show({ view, payout }, isChange) {
      board.draw(view as MinesView, payout === null)
      if (isChange) tone(payout === 0 ? 180 : 520)
      return Promise.resolve()
    },
    actions({ view }) {
      const { collectNow } = view as MinesView
      if (collectNow === null) return []
      const text = frameText('collect', { amount: money(collectNow) })
      return [h('button', { type: 'button', class: 'primary', onclick: () => move({ kind: 'collect' }) }, text)]
    },
    rules: minesRows,
  }
}

/** Rows of the paytable and rules. */
function minesRows(): readonly Node[] {
  return [
    h('p', {}, frameText('mines.rule1')),
    h('p', {}, frameText('mines.rule2')),
    h(
      'table',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, frameText('mines.count')),
        ...[1, 2, 3, 5, 8].map((count) => h('th', { scope: 'col' }, frameText('mines.step', { count }))),
      ),
      ...MINE_COUNTS.map((count) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, String(count)),
          ...[1, 2, 3, 5, 8].map((opened) =>
            h('td', {}, opened > minesGoal(count) ? '—' : times(minesPayout(100, count, opened))),
          ),
        ),
      ),
    ),
  ]
}
