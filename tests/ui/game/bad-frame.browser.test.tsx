import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import { MAX_MESSAGE } from '#protocol/games/frame-messages.ts'
import { failure, success } from '#protocol/result.ts'
import { GamePage } from '#app/pages/games/GamePage.tsx'
import { RealityCheck } from '#features/wallet/responsible/RealityCheck.tsx'
import { SILENCE_MS } from '#features/game/use-game.ts'
import { INPUT_EVENTS } from '#lib/frame-input.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { MEMBER } from '../support/room-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NO_LIMITS, serveResponsible } from '../support/responsible-fixtures.ts'
import { mount, type Mounted } from '../support/mount.tsx'

const ROUND: RoundData = {
  roundId: '00000000-0000-7000-8000-000000000001',
  gameId: 'mines',
  currency: 'CNY',
  staked: 10_00,
  payout: null,
  pool: 0,
  balance: 490_00,
  view: null,
  steps: 0,
  commitment: 'a'.repeat(64),
  serverSeed: null,
  memberSeed: 'x',
  nonce: 0,
  next: null,
  notBefore: 0,
}

/** What the server has: the page must not lose it, whatever the frame does. */
let round: RoundData | null
let mounted: Mounted | undefined

/** The frame runs what the test sends to it, and repeats what the page sends: `seen:` and the message. */
const HOSTILE = `<script>
  onmessage = ({ data }) => data.run ? eval(data.run) : parent.postMessage({ seen: data }, '*')
  const send = (message) => parent.postMessage(typeof message === 'string' ? message : JSON.stringify(message), '*')
</script>`

const PAGES = [{ path: '/app/game/:venue/:gameId?', Component: GamePage }]

const seen: { readonly type: string; readonly round?: unknown; readonly text?: string }[] = []
const takeSeen = ({ data }: MessageEvent<{ readonly seen?: string } | string>) => {
  if (typeof data === 'object' && data.seen !== undefined) seen.push(JSON.parse(data.seen) as (typeof seen)[number])
}

const iframe = () => document.querySelector('iframe')
const run = (code: string) => iframe()?.contentWindow?.postMessage({ run: code }, '*')
const game = () => document.querySelector('[data-game]')?.getAttribute('data-game')
const balance = () => document.querySelector('[data-balance]')?.getAttribute('data-balance')
const called = (name: string) => transport.calls.filter((one) => one.name === name).length

/** Replaces the document of the frame, in the same sandbox. */
async function hostile(): Promise<void> {
  await expect.poll(iframe).not.toBeNull()
  const loaded = new Promise((resolve) => iframe()?.addEventListener('load', resolve, { once: true }))
  iframe()!.srcdoc = HOSTILE
  await loaded
}

async function ready(): Promise<void> {
  await hostile()
  run(`send({ type: 'ready' })`)
  await expect.poll(game).toBe('ready')
}

/** The server responds to a start when the returned function is called. */
function holdStart(): () => void {
  let respond = () => undefined as void
  const start = transport.responses['gameRound.start']!
  const waiting = new Promise<void>((resolve) => (respond = resolve))
  transport.responses['gameRound.start'] = (params, ...rest) => waiting.then(() => start(params, ...rest))
  return () => respond()
}

beforeEach(async () => {
  round = null
  seen.length = 0
  window.addEventListener('message', takeSeen)
  store.set(sessionAtom, { member: MEMBER, expireAt: transport.now + 86_400_000 })
  store.set(connectionAtom, 'online')
  transport.responses = {
    'game.launch': () =>
      success({ url: '/app/game/YBDZ/mines', mode: 'iframe' as const, transferred: 0, balance: 500_00 }),
    'balance.list': () =>
      success({ center: 0, locked: 0, venues: [{ venueEnName: 'YBDZ', balance: 500_00, status: 0 }] } as never),
    'gameRound.open': () => success({ commitment: 'a'.repeat(64), nonce: 0, round, notBefore: 0 }),
    'gameRound.start': () => {
      if (round !== null) return failure(CODES.ROUND_OPEN, '上一局还没有结束')
      round = ROUND
      return success(round)
    },
    'gameRound.move': ({ step }: { readonly step: number }) => {
      if (round === null || step !== round.steps) return failure(CODES.ROUND_STEP, '步骤不对')
      round = { ...round, steps: step + 1 }
      return success(round)
    },
  }
  mounted = mount(<RouterProvider router={createMemoryRouter(PAGES, { initialEntries: ['/app/game/YBDZ/mines'] })} />)
})
afterEach(() => {
  vi.useRealTimers()
  window.removeEventListener('message', takeSeen)
  mounted?.unmount()
  mounted = undefined
  transport.responses = {}
  transport.calls.length = 0
  store.set(sessionAtom, null)
})

const START = `send({ type: 'start', stake: 1000, options: {} })`
const reopen = () => page.getByRole('button', { name: '重新打开' })

describe('S1.9 the page of a game whose frame misbehaves', () => {
  it('takes nothing from malformed, huge or foreign messages, and plays the round after them', async () => {
    await ready()
    run(`for (const bad of ['', '{', '[]', 'null', '{"type":"pay","amount":1}', '{"type":"start","stake":-1,"options":{}}',
      '{"type":"start","stake":1e99,"options":{}}', '{"type":"start","stake":1000,"options":{},"to":"x"}',
      JSON.stringify({ type: 'start', stake: 1000, options: { text: 'x'.repeat(${MAX_MESSAGE}) } })]) send(bad)
      parent.postMessage({ type: 'start', stake: 1000, options: {} }, '*')`)
    window.postMessage(JSON.stringify({ type: 'start', stake: 1000, options: {} }), '*')
    run(START)
    await expect.poll(() => seen.at(-1)).toMatchObject({ type: 'round', round: { staked: 10_00, steps: 0 } })
    expect(called('gameRound.start')).toBe(1)
    expect(game()).toBe('ready')
    expect(balance()).toBe('49000')
  })

  it('Annex I game frame: elapsed time and net position stay beside the game, whatever the frame does', async () => {
    await ready()
    const bar = () => page.getByRole('region', { name: '场内账目' }).element().textContent
    await expect.poll(bar).toMatch(/已玩00:0\d本场输赢¥0\.00/)
    run(START)
    await expect.poll(bar).toContain('本场输赢−¥10.00')
    run(`document.documentElement.remove()`)
    await expect.poll(bar).toMatch(/已玩00:0[1-9]本场输赢−¥10\.00/)
  })

  it('makes one call at a time from messages out of order, and refuses a move without a round', async () => {
    await ready()
    run(`send({ type: 'move', step: 0, move: {} })`)
    await expect.poll(() => seen.at(-1)?.type).toBe('refused')
    const respond = holdStart()
    run(`${START};${START}; send({ type: 'move', step: 7, move: {} }); send({ type: 'shown' })
      parent.postMessage({ seen: '{"type":"sent"}' }, '*')`)
    await expect.poll(() => seen.at(-1)?.type).toBe('sent')
    respond()
    await expect.poll(() => seen.at(-1)?.type).toBe('round')
    expect([called('gameRound.start'), called('gameRound.move')]).toEqual([1, 0])
    expect(balance()).toBe('49000')
  })

  it('gives a frame that starts again during a call the round of that call, with its stake counted once', async () => {
    await ready()
    const respond = holdStart()
    run(`${START}; send({ type: 'ready' })`)
    await expect.poll(() => called('gameRound.start')).toBe(1)
    respond()
    await expect.poll(() => seen.at(-2)).toMatchObject({ type: 'init', round: { staked: 10_00 } })
    await expect.element(page.getByText('−¥10.00')).toBeVisible()
    expect(balance()).toBe('49000')
  })

  it('stops a frame that sends a thousand messages a second, and continues the round in a new one', async () => {
    await ready()
    run(START)
    await expect.poll(() => seen.at(-1)?.type).toBe('round')
    run(`for (let count = 0; count < 1000; count += 1) send({ type: 'pong' })`)
    await expect.poll(game).toBe('misused')
    expect(iframe()).toBeNull()
    await userEvent.click(reopen())
    await ready()
    await expect.poll(() => seen.findLast(({ type }) => type === 'init')).toMatchObject({ round: { steps: 0 } })
    run(`send({ type: 'move', step: 0, move: {} })`)
    await expect.poll(() => seen.at(-1)).toMatchObject({ type: 'round', round: { steps: 1 } })
    expect(balance()).toBe('49000')
  })

  it('offers to open a frame again that has crashed and is silent for 30 s, where the round continues', async () => {
    await ready()
    run(START)
    await expect.poll(() => seen.at(-1)?.type).toBe('round')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    // Mounted again, so that its clock is the one of the test.
    mounted?.unmount()
    mounted = mount(<RouterProvider router={createMemoryRouter(PAGES, { initialEntries: ['/app/game/YBDZ/mines'] })} />)
    await ready()
    run(`onmessage = null; document.body.remove()`)
    vi.advanceTimersByTime(SILENCE_MS - 5_000)
    expect(game()).toBe('ready')
    vi.advanceTimersByTime(15_000)
    await expect.poll(game).toBe('failed')
    await expect.element(page.getByText('这一局保存在服务器上')).toBeVisible()
    vi.useRealTimers()
    await userEvent.click(reopen())
    await ready()
    await expect.poll(() => seen.findLast(({ type }) => type === 'init')).toMatchObject({ round: { staked: 10_00 } })
    expect(called('gameRound.start')).toBe(1)
    expect(balance()).toBe('49000')
  })

  it('Annex I asks for the reality check over the game, and plays on after its answer', async () => {
    let isCheckDue = true
    const time = { seconds: 3_600, staked: 0, won: 0, net: 0, remaining: null, realityCheckMinutes: 60 }
    serveResponsible({ ...NO_LIMITS, isCheckDue: true })
    transport.responses['responsible.session'] = () => success({ ...time, isCheckDue })
    transport.responses['responsible.answerCheck'] = () => {
      isCheckDue = false
      serveResponsible()
      return success({ ...time, isCheckDue })
    }
    mounted?.unmount()
    mounted = mount(
      <>
        <RouterProvider router={createMemoryRouter(PAGES, { initialEntries: ['/app/game/YBDZ/mines'] })} />
        <RouterProvider router={createMemoryRouter([{ path: '/', Component: RealityCheck }])} />
      </>,
    )
    await ready()
    await expect.poll(() => seen.at(-1)).toMatchObject({ type: 'state', canPlay: false })
    run(START)
    await expect.poll(() => seen.at(-1)?.type).toBe('refused')
    const check = page.getByRole('alertdialog', { name: /你今天已经使用了/ })
    await expect.element(check).toBeVisible()
    expect(called('gameRound.start')).toBe(0)
    await userEvent.click(check.getByRole('button', { name: '继续', exact: true }))
    await expect.poll(() => seen.at(-1)).toMatchObject({ type: 'state', canPlay: true })
    run(START)
    await expect.poll(() => called('gameRound.start')).toBe(1)
  })

  it('S7.50 counts a move in the frame as input of the member', async () => {
    await ready()
    const noted = vi.fn()
    const [name] = INPUT_EVENTS.slice(-1)
    window.addEventListener(name!, noted)
    run(START)
    await expect.poll(() => noted.mock.calls.length).toBe(1)
    window.removeEventListener(name!, noted)
  })
})
