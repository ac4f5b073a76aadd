import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import type { FrameMessage } from '#protocol/games/frame-messages.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { GamePage } from '#app/pages/games/GamePage.tsx'
import { memberRounds } from '#features/game/rounds.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { MEMBER } from '../support/room-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { mount, type Mounted } from '../support/mount.tsx'

const HASH = (digit: string) => digit.repeat(64)
const ROUND: RoundData = {
  roundId: '00000000-0000-7000-8000-000000000001',
  gameId: 'slot',
  currency: 'CNY',
  staked: 10_00,
  payout: 5_00,
  pool: 0,
  balance: 495_00,
  view: null,
  steps: 0,
  commitment: HASH('a'),
  serverSeed: HASH('b'),
  memberSeed: 'x',
  nonce: 0,
  next: { commitment: HASH('c'), nonce: 1 },
  notBefore: 0,
}

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  transport.responses = {}
  transport.calls.length = 0
  store.set(sessionAtom, null)
})

const paramsOf = (name: string) => transport.calls.filter((one) => one.name === name).map(({ params }) => params)

describe('S1.9 rounds of a member', () => {
  const open = async (start: () => Result<RoundData>) => {
    transport.responses = {
      'gameRound.open': () => success({ commitment: HASH('a'), nonce: 0, round: null, notBefore: 0 }),
      'gameRound.start': start,
    }
    const rounds = memberRounds({ game: 'slot', currency: 'CNY', balance: async () => 500_00, failed: '-' })
    expect(await rounds.open()).toEqual({ round: null, balance: 500_00 })
    return rounds
  }

  it('use the commitment that was published, then the next one, with the seed of the member', async () => {
    const rounds = await open(() => success(ROUND))
    expect(await rounds.start(10_00, {})).toMatchObject({ ok: true, balance: 495_00, roundId: ROUND.roundId })
    rounds.setSeed('看台')
    await rounds.start(20_00, {})
    expect(paramsOf('gameRound.start')).toMatchObject([
      { stake: 10_00, memberSeed: rounds.seed, commitment: HASH('a'), currency: 'CNY' },
      { stake: 20_00, memberSeed: '看台', commitment: HASH('c') },
    ])
  })

  it('are read again if another tab has played, or if the response was lost', async () => {
    for (const code of [CODES.ROUND_OPEN, CODES.ROUND_SEED, CODES.ROUND_STEP]) {
      const rounds = await open(() => failure(code, '-'))
      expect(await rounds.start(10_00, {})).toMatchObject({ ok: false, isStale: true })
    }
    const lost = await open(() => failure(CODES.TIMEOUT, '-', { details: { isPending: true } }))
    expect(await lost.start(10_00, {})).toMatchObject({ ok: false, isStale: true })
    const refused = await open(() => failure(CODES.BET_LIMIT, '超出限额'))
    expect(await refused.start(10_00, {})).toEqual({ ok: false, text: '超出限额', isStale: false })
  })
})

describe('S7.55 the page of a game', () => {
  const show = (launch: Promise<Result<{ url: string; mode: 'tab'; transferred: number; balance: number }>>) => {
    store.set(sessionAtom, { member: MEMBER, expireAt: transport.now + 86_400_000 })
    transport.responses = { 'game.launch': () => launch }
    const routes = [{ path: '/app/game/:venue/:gameId?', Component: GamePage }]
    mounted = mount(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/app/game/YBDZ/slot'] })} />)
    return mounted.root
  }

  it('opens the game after the automatic transfer, so that the balance is the one after it', async () => {
    type Entered = Awaited<Parameters<typeof show>[0]>
    let enter: (entered: Entered) => void = () => undefined
    const host = show(new Promise<Entered>((resolve) => (enter = resolve)))
    await expect.poll(() => paramsOf('game.launch')).toEqual([{ venueEnName: 'YBDZ', currency: 'CNY' }])
    expect(host.querySelector('iframe')).toBeNull()
    enter(success({ url: '/app/game/YBDZ/slot', mode: 'tab', transferred: 100, balance: 100 }))
    await expect.poll(() => host.querySelector('iframe')).not.toBeNull()
  })

  it('says why the venue cannot be entered, and offers the way back', async () => {
    const host = show(Promise.resolve(failure(CODES.VENUE_MAINTAIN, '场馆维护中')))
    await expect.poll(() => host.querySelector('[role="alert"]')?.textContent).toContain('场馆维护中')
    expect(host.querySelector('[role="alert"] a')?.getAttribute('href')).toBe('/app/egame/dz')
  })

  it('recovers a payout that the frame does not show yet', async () => {
    const host = show(
      Promise.resolve(success({ url: '/app/game/YBDZ/slot', mode: 'tab', transferred: 0, balance: 500_00 })),
    )
    const venue = { venueEnName: 'YBDZ', venueChName: '电子', balance: 500_00, status: 0, isDisplay: 1 }
    transport.responses['balance.list'] = ({ currency }) => success({ currency, center: 0, locked: 0, venues: [venue] })
    transport.responses['gameRound.open'] = () =>
      success({ commitment: HASH('a'), nonce: 0, round: null, notBefore: 0 })
    transport.responses['gameRound.start'] = () => success(ROUND)
    await expect.poll(() => host.querySelector('iframe')).not.toBeNull()
    const post = (message: FrameMessage) => {
      const source = host.querySelector('iframe')?.contentWindow ?? null
      window.dispatchEvent(new MessageEvent('message', { source, origin: 'null', data: JSON.stringify(message) }))
    }
    post({ type: 'ready' })
    await expect.poll(() => host.querySelector('[data-balance]')?.textContent).toBe('¥500.00')
    post({ type: 'start', stake: 10_00, options: {} })
    await expect.poll(() => host.querySelector('[data-balance]')?.textContent).toBe('¥490.00')
    await page.getByRole('button', { name: '退出并取回' }).click()
    await expect
      .poll(() => paramsOf('transfer.out'))
      .toEqual([{ venueEnName: 'YBDZ', currency: 'CNY', amount: 495_00 }])
  })
})
