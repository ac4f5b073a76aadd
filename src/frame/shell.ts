import { CURRENCIES } from '#protocol/currency.ts'
import type { FrameMessage, FrameRound, PageMessage } from '#protocol/games/frame-messages.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { frameText } from '#messages/zh/frame.ts'
import { formatMoney } from '#lib/format.ts'
import { h } from './parts.ts'
import type { Screen, ScreenOf, Table } from './screen.ts'

type Init = Extract<PageMessage, { type: 'init' }>

const TONE_S = 0.12

/** The parts that all games share: stake, main button, result, rules, sound. */
export class Shell {
  readonly #init: Init
  readonly #send: (message: FrameMessage) => void
  readonly #screen: Screen
  readonly #result = h('p', { class: 'result', role: 'status' })
  readonly #actions = h('div', { class: 'actions' })
  readonly #stakeText = h('output', { class: 'stake-text' })
  readonly #controls: HTMLFieldSetElement
  #audio: AudioContext | null = null
  #stake: number
  #round: FrameRound | null = null
  #isBusy = false
  #canPlay = true

  constructor(root: HTMLElement, init: Init, screenOf: ScreenOf, send: (message: FrameMessage) => void) {
    this.#init = init
    this.#send = send
    const unit = this.#unit()
    this.#stake = Math.max(init.stake.min, Math.min(init.stake.max, unit * 10))
    const table: Table = {
      move: (move) => this.#move(move),
      money: (minor) => this.#money(minor),
      tone: (hertz) => this.#tone(hertz),
    }
    this.#screen = screenOf(table)
    this.#controls = this.#stakeControls()
    root.replaceChildren(this.#head(), this.#screen.stage, this.#result, this.#foot())
    root.setAttribute('aria-busy', 'false')
    if (init.round === null) this.#rest(frameText('ready'))
    else void this.showRound(init.round, false)
  }

  /** Shows a round, with motion if it has just changed. */
  async showRound(round: FrameRound, isChange = true): Promise<void> {
    this.#isBusy = true
    this.#round = round
    this.#draw()
    this.#result.textContent = round.payout === null ? frameText('choose') : ''
    await this.#screen.show(round, isChange)
    this.#isBusy = false
    if (round.payout === null) return this.#draw()
    this.#rest(this.#resultText(round))
    this.#send({ type: 'shown' })
  }

  setState(canPlay: boolean): void {
    this.#canPlay = canPlay
    if (!this.#isBusy) this.#draw()
  }

  /** The page refused the last start or move. */
  refuse(text: string): void {
    this.#isBusy = false
    this.#result.textContent = text
    this.#draw()
  }

  #unit(): number {
    return 10 ** CURRENCIES[this.#init.currency].decimals
  }

  #money(minor: number): string {
    return formatMoney(minor, CURRENCIES[this.#init.currency])
  }

  #rest(text: string): void {
    this.#result.textContent = text
    this.#draw()
  }

  #resultText(round: FrameRound): string {
    const { payout, staked, pool } = round
    const amount = { amount: this.#money(payout ?? 0) }
    // A payout below the stake is a loss and is not shown as a win.
    const key = payout === 0 ? 'lost' : payout === staked ? 'push' : (payout ?? 0) < staked ? 'paidLess' : 'paid'
    const paid = key === 'lost' ? frameText(key) : frameText(key, amount)
    const parts = [this.#screen.resultText?.(round) ?? '', paid]
    if (pool > 0) parts.push(frameText('pool', { amount: this.#money(pool) }))
    return parts.filter((part) => part !== '').join(' · ')
  }

  #start(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#result.textContent = ''
    this.#draw()
    this.#send({ type: 'start', stake: this.#stake, options: this.#screen.options() })
  }

  #move(move: unknown): void {
    if (this.#isBusy || this.#round === null) return
    this.#isBusy = true
    this.#draw()
    this.#send({ type: 'move', step: this.#round.steps, move })
  }

  #head(): HTMLElement {
    const { game, isDemo } = this.#init
    const rules = this.#rules()
    const sound = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false' }, frameText('sound'))
    sound.addEventListener('click', () => {
      const isOn = this.#audio === null
      if (isOn) this.#audio = new AudioContext()
      else void this.#audio?.close()
      if (!isOn) this.#audio = null
      sound.setAttribute('aria-pressed', String(isOn))
    })
    return h(
      'header',
      {},
      h('h1', {}, frameText(`name.${game}`)),
      h('p', {}, isDemo ? frameText('demo') : frameText(`lead.${game}`)),
      sound,
      h('button', { type: 'button', class: 'quiet', onclick: () => rules.showModal() }, frameText('rules')),
      rules,
    )
  }

  #rules(): HTMLDialogElement {
    const { game } = this.#init
    const dialog = h('dialog', { 'aria-label': frameText('rules') })
    dialog.append(
      h('h2', {}, frameText('rules')),
      h('p', { class: 'rtp' }, frameText('rtp', { rtp: (rulesOf(game).rtp / 10_000).toFixed(2) })),
      h('p', {}, frameText(`lead.${game}`)),
      ...this.#screen.rules(),
      h('p', { class: 'muted' }, frameText('maxPay')),
      h('button', { type: 'button', class: 'primary', onclick: () => dialog.close() }, frameText('close')),
    )
    return dialog
  }

  #foot(): HTMLElement {
    return h('footer', {}, this.#controls, this.#actions)
  }

  #stakeControls(): HTMLFieldSetElement {
    const step = (isMore: boolean) => () => {
      const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map((value) => value * this.#unit())
      const usable = steps.filter((value) => value >= this.#init.stake.min && value <= this.#init.stake.max)
      const at = usable.indexOf(this.#stake)
      this.#stake = usable[Math.max(0, Math.min(usable.length - 1, at + (isMore ? 1 : -1)))] ?? this.#stake
      this.#draw()
    }
    const controls = h(
      'fieldset',
      { class: 'controls' },
      h('legend', { class: 'hidden' }, frameText('stake')),
      h(
        'div',
        { class: 'stakes' },
        h('button', { type: 'button', class: 'step', 'aria-label': frameText('less'), onclick: step(false) }, '−'),
        h('span', { class: 'stake' }, h('small', {}, frameText('stake')), this.#stakeText),
        h('button', { type: 'button', class: 'step', 'aria-label': frameText('more'), onclick: step(true) }, '+'),
      ),
    )
    if (this.#screen.choices) controls.prepend(this.#screen.choices)
    return controls
  }

  #draw(): void {
    const isOpen = this.#round !== null && this.#round.payout === null
    const isWaiting = this.#isBusy || !this.#canPlay
    this.#controls.disabled = isOpen || this.#isBusy
    this.#stakeText.textContent = this.#money(this.#stake)
    const hadFocus = this.#actions.contains(document.activeElement)
    const buttons = isOpen && this.#round ? this.#screen.actions(this.#round) : [this.#startButton(isWaiting)]
    for (const button of buttons) if (isWaiting) button.setAttribute('aria-disabled', 'true')
    this.#actions.replaceChildren(...buttons)
    if (hadFocus) this.#actions.querySelector<HTMLElement>('button:last-of-type')?.focus()
  }

  #startButton(isWaiting: boolean): HTMLElement {
    const amount = { amount: this.#money(this.#stake) }
    const text = this.#isBusy
      ? frameText('wait')
      : this.#canPlay
        ? frameText(this.#round === null ? 'start' : 'again', amount)
        : frameText('paused')
    const press = () => {
      if (!isWaiting) this.#start()
    }
    return h('button', { type: 'button', class: 'primary', onclick: press }, text)
  }

  #tone(hertz: number): void {
    if (this.#audio === null) return
    const [oscillator, gain] = [this.#audio.createOscillator(), this.#audio.createGain()]
    const now = this.#audio.currentTime
    oscillator.frequency.value = hertz
    gain.gain.setValueAtTime(0.08, now)
    gain.gain.exponentialRampToValueAtTime(0.001, now + TONE_S)
    oscillator.connect(gain).connect(this.#audio.destination)
    oscillator.start(now)
    oscillator.stop(now + TONE_S)
  }
}
