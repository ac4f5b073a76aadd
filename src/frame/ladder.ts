import {
  LADDER_PLACES,
  LADDER_STEPS,
  type LadderOptions,
  ladderPayout,
  type LadderView,
} from '#protocol/games/ladder.ts'
import { frameText } from '#messages/zh/frame.ts'
import { choices, h, times } from './parts.ts'
import type { Screen, Table } from './screen.ts'

/** One step: its multiple and its places. */
function rung({ path, broken, places }: LadderView, step: number, isNext: boolean, onStep: (place: number) => void) {
  const boards = Array.from({ length: places }, (_, place) => {
    const isTaken = path[step] === place
    const state = broken?.[step] === place ? 'broken' : isTaken ? 'safe' : null
    const name = frameText('ladder.place', { step: step + 1, place: place + 1 })
    return h('button', {
      type: 'button',
      class: ['plank', state, isTaken && 'taken'].filter(Boolean).join(' '),
      disabled: !isNext,
      'aria-label': state ? `${name}，${frameText(`ladder.${state}`)}` : name,
      onclick: () => onStep(place),
    })
  })
  const multiple = h('span', { class: 'multiple' }, `${times(ladderPayout(100, places, step + 1))}×`)
  return h('div', { class: isNext ? 'rung next' : 'rung' }, multiple, ...boards)
}

/** 爬梯. */
export function ladderScreen({ move, tone, money }: Table): Screen {
  let places: LadderOptions['places'] = 3
  const rows = h('div', { class: 'ladder-rows' })
  const draw = (view: LadderView, isOpen: boolean) => {
    const drawn = Array.from({ length: LADDER_STEPS }, (_, step) =>
      rung(view, step, isOpen && step === view.path.length, (place) => move({ kind: 'step', place })),
    )
    rows.replaceChildren(...drawn.toReversed())
  }
  const drawEmpty = () => draw({ places, path: [], broken: null, collectNow: null, collectNext: null }, false)
  drawEmpty()
  return {
    stage: h('div', { class: 'stage ladder' }, rows),
    choices: choices(
      frameText('ladder.places'),
      LADDER_PLACES.map((value) => ({ value, label: String(value) })),
      places,
      (value) => {
        places = value
        drawEmpty()
      },
    ),
    options: () => ({ places }),
    show({ view, payout }, isChange) {
      const hadFocus = rows.contains(document.activeElement)
      draw(view as LadderView, payout === null)
      if (hadFocus) rows.querySelector<HTMLButtonElement>('.next button')?.focus()
      if (isChange) tone(payout === 0 ? 180 : 440 + (view as LadderView).path.length * 40)
      return Promise.resolve()
    },
    actions({ view }) {
      const { collectNow } = view as LadderView
      if (collectNow === null) return []
      const text = frameText('collect', { amount: money(collectNow) })
      return [h('button', { type: 'button', class: 'primary', onclick: () => move({ kind: 'collect' }) }, text)]
    },
    rules: ladderRows,
  }
}

/** Rows of the paytable and rules. */
function ladderRows(): readonly Node[] {
  return [
    h('p', {}, frameText('ladder.rule1')),
    h('p', {}, frameText('ladder.rule2')),
    h(
      'table',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, frameText('ladder.places')),
        ...LADDER_PLACES.map((count) => h('th', { scope: 'col' }, String(count))),
      ),
      ...Array.from({ length: LADDER_STEPS }, (_, step) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, frameText('ladder.step', { count: step + 1 })),
          ...LADDER_PLACES.map((count) => h('td', {}, times(ladderPayout(100, count, step + 1)))),
        ),
      ),
    ),
  ]
}
