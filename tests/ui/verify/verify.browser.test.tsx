import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { E_GAMES } from '#protocol/games/round.ts'
import { failure, success } from '#protocol/result.ts'
import { VerifyPage } from '#app/pages/games/VerifyPage.tsx'
import { transport } from '../support/fake-transport.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { mountRoutes, type MountedRoutes, wear } from '../support/mount.tsx'
import { ROUND_ID } from '../egame/egame-fixtures.ts'
import { endedShoe, roundProof, swappedCard, tableProof } from './proof-fixtures.ts'

let mounted: MountedRoutes | null = null
beforeEach(() => {
  transport.responses = {}
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  transport.responses = {}
})

async function open(path = `/app/verify/${ROUND_ID}`, width = 1280): Promise<void> {
  await page.viewport(width, 844)
  mounted?.unmount()
  mounted = mountRoutes([{ path: '/app/verify/:roundId?', element: <VerifyPage /> }], path)
}
const verdict = page.getByRole('region', { name: '验证结果' })
const steps = () =>
  [...document.querySelectorAll('ol > li[data-state]')].map((step) => [
    step.querySelector('h3')?.firstChild?.textContent,
    step.getAttribute('data-state'),
  ])

describe('S1.9 the verifier of rounds of e-games', () => {
  it.each(E_GAMES)('computes a round of %s again and agrees', async (game) => {
    transport.responses['gameRound.proof'] = () => success(roundProof(game))
    await open()
    await expect.element(verdict).toHaveTextContent('重新计算的结果与公布的一致')
    expect(steps().every(([, state]) => state === 'agrees')).toBe(true)
    await expect.element(page.getByText('看**1')).toBeVisible()
    await expect.element(page.getByText(roundProof(game).serverSeed)).toBeVisible()
  })

  it('names the step that differs: another seed, another payout', async () => {
    transport.responses['gameRound.proof'] = () =>
      success(roundProof('drop', { commitment: '00'.repeat(32), payout: 7 }))
    await open(undefined, 390)
    await expect.element(verdict).toHaveTextContent('2 项与公布的不一致')
    expect(steps()).toEqual([
      ['承诺', 'differs'],
      ['抽取与过程', 'agrees'],
      ['奖池', 'agrees'],
      ['派彩', 'differs'],
    ])
    await expect.element(verdict.getByRole('link', { name: '联系客服' })).toHaveAttribute('href', '/cs')
    expect(document.documentElement.scrollWidth).toBe(390)
  })

  it('an open round is checked again after its end', async () => {
    transport.responses['gameRound.proof'] = () => failure(CODES.ROUND_OPEN, '本局尚未结束')
    await open()
    await expect.element(page.getByRole('heading', { name: '这一局还没有结束' })).toBeVisible()
    transport.responses['gameRound.proof'] = () => success(roundProof('mines'))
    await userEvent.click(page.getByRole('button', { name: '再查一次' }))
    await expect.element(verdict).toHaveTextContent('一致')
  })

  it('names an unknown round, and a failure with code and retry', async () => {
    await open()
    await expect.element(page.getByRole('heading', { name: '没有这一局' })).toBeVisible()
    transport.responses['gameRound.proof'] = () => failure(CODES.OFFLINE, '网络已断开', { traceId: 't9' })
    await open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/对局加载失败.*t9/)
  })

  it('takes a number or a whole link, and says what a number looks like', async () => {
    transport.responses['gameRound.proof'] = () => success(roundProof('slot'))
    await open('/app/verify')
    await userEvent.fill(page.getByRole('textbox', { name: '局号' }), '1234')
    await userEvent.click(page.getByRole('button', { name: '验证' }))
    await expect.element(page.getByText(/局号应为 36 位/)).toBeVisible()
    await userEvent.fill(
      page.getByRole('textbox', { name: '局号' }),
      ` https://play.example.com/app/verify/${ROUND_ID.toUpperCase()}?a=1 `,
    )
    await userEvent.keyboard('{Enter}')
    await expect.element(verdict).toHaveTextContent('重新计算的结果与公布的一致')
    expect(mounted?.router.state.location.pathname).toBe(`/app/verify/${ROUND_ID}`)
  })
})

describe('S1.8 the verifier of rounds of tables', () => {
  it('agrees before the seed of the shoe is published, and after it', async () => {
    transport.responses['table.proof'] = () => success(tableProof())
    await open()
    await expect.element(verdict).toHaveTextContent('共 3 项，全部一致')
    expect(steps().at(-1)).toEqual(['整靴牌序', 'later'])
    await expect.element(page.getByText('百家乐 1 号桌')).toBeVisible()
    transport.responses['table.proof'] = () => success(endedShoe())
    await open()
    await expect.element(verdict).toHaveTextContent('共 4 项，全部一致')
  })

  it('finds a swapped card', async () => {
    transport.responses['table.proof'] = () => success(swappedCard())
    await open()
    await expect.element(verdict).toHaveTextContent('不一致')
    expect(steps()).toContainEqual(['本局的牌', 'differs'])
  })
})

it.each(['glow', 'fresh'] as const)('the verifier has no axe findings in %s, open or wrong', async (skin) => {
  transport.responses['gameRound.proof'] = () => success(roundProof('slot', { payout: 1 }))
  await open()
  wear(skin)
  await expect.element(verdict).toBeVisible()
  expect(await findingsOfScreen()).toEqual([])
})
