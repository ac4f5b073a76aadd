import { DROP_MULTIPLES, DROP_RISKS, DROP_ROWS, type DropRisk, type DropView } from '#protocol/games/drop.ts'
import { frameText } from '#messages/zh/frame.ts'
import { choices, h, isReduced, svg, times } from './parts.ts'
import type { Screen, Table } from './screen.ts'

const GAP = 24
const WIDTH = GAP * (DROP_ROWS + 1)
const TOP = 20
const ROW = 20
const HEIGHT = TOP + ROW * DROP_ROWS + 52
/** Time of the fall, so that a round takes longer than 2.5 s. */
const FALL_MS = 2_600

const pegX = (row: number, index: number): number => WIDTH / 2 + (index - row / 2) * GAP
const slotX = (slot: number): number => pegX(DROP_ROWS, slot)

/** The slots with their multiples. */
function bins(risk: DropRisk, chosen: number | null): SVGElement[] {
  return DROP_MULTIPLES[risk].map((multiple, slot) => {
    const name = times(multiple)
    const text = svg('text', { x: slotX(slot), y: HEIGHT - 14, 'text-anchor': 'middle' })
    if (name.length > 4) text.setAttribute('class', 'long')
    text.textContent = name
    const box = svg('rect', { x: slotX(slot) - GAP / 2 + 1, y: HEIGHT - 30, width: GAP - 2, height: 26, rx: 4 })
    return svg('g', { class: slot === chosen ? 'bin chosen' : 'bin' }, box, text)
  })
}

function fall(ball: Element, path: readonly boolean[]): Promise<unknown> {
  let x = 0
  const frames = [{ transform: 'translate(0, 0)' }]
  for (const [row, isRight] of path.entries()) {
    frames.push({ transform: `translate(${x}px, ${TOP + row * ROW - 16}px)` })
    x += (isRight ? 0.5 : -0.5) * GAP
  }
  frames.push({ transform: `translate(${x}px, ${HEIGHT - 40}px)` })
  return ball.animate(frames, { duration: FALL_MS, easing: 'linear', fill: 'forwards' }).finished
}

/** 落球. */
export function dropScreen({ tone }: Table): Screen {
  let risk: DropRisk = 'medium'
  const ball = svg('circle', { class: 'ball', r: 7, cx: WIDTH / 2, cy: 6 })
  const slots = svg('g', {})
  const pegs = Array.from({ length: DROP_ROWS }, (_, row) =>
    Array.from({ length: row + 1 }, (_, index) =>
      svg('circle', { class: 'peg', r: 2.5, cx: pegX(row, index), cy: TOP + row * ROW }),
    ),
  ).flat()
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' }, ...pegs, slots, ball)
  const drawSlots = (chosen: number | null) => slots.replaceChildren(...bins(risk, chosen))
  drawSlots(null)
  return {
    stage: h('div', { class: 'stage drop' }, picture),
    choices: choices(
      frameText('drop.risk'),
      DROP_RISKS.map((value) => ({ value, label: frameText(`drop.${value}`) })),
      risk,
      (value) => {
        risk = value
        drawSlots(null)
      },
    ),
    options: () => ({ risk }),
    async show({ view }, isChange) {
      const { path, slot } = view as DropView
      risk = (view as DropView).risk
      drawSlots(null)
      for (const before of ball.getAnimations()) before.cancel()
      if (isChange && !isReduced()) await fall(ball, path)
      else ball.style.transform = `translate(${slotX(slot) - WIDTH / 2}px, ${HEIGHT - 40}px)`
      drawSlots(slot)
      if (isChange) tone(520)
    },
    actions: () => [],
    resultText: ({ view }) => frameText('drop.slot', { multiple: times((view as DropView).multiple) }),
    rules: dropRows,
  }
}

/** Rows of the paytable and rules. */
function dropRows(): readonly Node[] {
  return [
    h('p', {}, frameText('drop.rule1')),
    h('p', {}, frameText('drop.rule2')),
    h(
      'table',
      {},
      ...DROP_RISKS.map((one) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, frameText(`drop.${one}`)),
          ...DROP_MULTIPLES[one].slice(0, DROP_ROWS / 2 + 1).map((multiple) => h('td', {}, times(multiple))),
        ),
      ),
    ),
  ]
}
