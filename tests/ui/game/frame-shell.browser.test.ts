import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { seededDraw } from '#protocol/games/draw.ts'
import type { FrameMessage, FrameRound, PageMessage } from '#protocol/games/frame-messages.ts'
import { E_GAMES, type EGame } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { blackjackScreen } from '../../../src/frame/blackjack.ts'
import { dropScreen } from '../../../src/frame/drop.ts'
import { ladderScreen } from '../../../src/frame/ladder.ts'
import { minesScreen } from '../../../src/frame/mines.ts'
import type { Screen, ScreenOf } from '../../../src/frame/screen.ts'
import { Shell } from '../../../src/frame/shell.ts'
import { slotScreen } from '../../../src/frame/slot.ts'

const SCREENS: Readonly<Record<EGame, ScreenOf>> = {
  slot: slotScreen,
  blackjack: blackjackScreen,
  mines: minesScreen,
  ladder: ladderScreen,
  drop: dropScreen,
}
const ENDED: FrameRound = { staked: 1_000, payout: 0, pool: 0, view: null, steps: 0 }

/** A game that shows its rounds at once. */
const quickScreen = (): Screen => ({
  stage: document.createElement('div'),
  choices: null,
  options: () => ({}),
  show: () => Promise.resolve(),
  actions: () => [],
  rules: () => [],
})

function open(game: EGame, screenOf: ScreenOf) {
  const init: Extract<PageMessage, { type: 'init' }> = {
    type: 'init',
    game,
    currency: 'CNY',
    skin: 'glow',
    layout: 'edge',
    language: 'zh-CN',
    isDemo: false,
    stake: rulesOf(game).stake,
    round: null,
  }
  const sent: FrameMessage[] = []
  const root = document.createElement('main')
  document.body.append(root)
  return { root, sent, shell: new Shell(root, init, screenOf, (message) => sent.push(message)) }
}

function button(root: HTMLElement, text: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(text))
  if (!found) throw new Error(`no button ${text}`)
  return found
}

const prefer = (value: 'reduce' | 'no-preference') =>
  (cdp() as unknown as { send(name: string, options: object): Promise<unknown> }).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  })

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  await prefer('no-preference')
})

describe('S1.9 the frame of a game', () => {
  it('Annex I game frame: starts no round without a press, however long it waits', async () => {
    vi.useFakeTimers()
    const { root, sent, shell } = open('slot', quickScreen)
    const one = { type: 'start', stake: 1_000, options: {} }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([])
    button(root, '开始').click()
    button(root, '请稍候').click()
    expect(sent).toEqual([one])
    await shell.showRound(ENDED)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([one, { type: 'shown' }])
    button(root, '再来一局').click()
    expect(sent).toEqual([one, { type: 'shown' }, one])
  })

  it.each(E_GAMES)('shows the paytable of %s with the return of its rules', (game) => {
    const { root } = open(game, SCREENS[game])
    button(root, '赔付与规则').click()
    const rules = root.querySelector('dialog[open]')
    expect(rules?.textContent).toContain(`长期返还率 ${(rulesOf(game).rtp / 10_000).toFixed(2)}%`)
    expect(rules?.querySelectorAll('tr, p').length).toBeGreaterThan(4)
  })

  it('is silent until sound is chosen', () => {
    let contexts = 0
    let tone: (hertz: number) => void = () => undefined
    class Context extends AudioContext {
      constructor() {
        super()
        contexts += 1
      }
    }
    vi.stubGlobal('AudioContext', Context)
    const { root } = open('slot', (table) => {
      tone = table.tone
      return quickScreen()
    })
    tone(440)
    expect(contexts).toBe(0)
    expect(button(root, '声音').getAttribute('aria-pressed')).toBe('false')
    button(root, '声音').click()
    tone(440)
    expect([contexts, button(root, '声音').getAttribute('aria-pressed')]).toEqual([1, 'true'])
    button(root, '声音').click()
  })

  it.each(['slot', 'drop'] as const)('shows a round of %s without motion if the member prefers that', async (game) => {
    const rules = rulesOf(game)
    const options = game === 'drop' ? { risk: 'medium' } : {}
    const { staked, payout, ...step } = rules.start(
      1_000,
      options,
      seededDraw({ server: '0'.repeat(64), member: '2', nonce: 0 }),
    )
    const round: FrameRound = { staked, payout, pool: 0, view: rules.view({ ...step, staked, payout }), steps: 0 }
    await prefer('reduce')
    const { sent, shell } = open(game, SCREENS[game])
    const shown = shell.showRound(round)
    expect(document.getAnimations()).toEqual([])
    await shown
    expect(sent).toEqual([{ type: 'shown' }])
    await prefer('no-preference')
    void shell.showRound(round)
    expect(document.getAnimations().length).toBeGreaterThan(0)
  })
})
