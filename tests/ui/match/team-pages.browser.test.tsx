import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import axe from '../support/axe.ts'
import { AnchorPage } from '#app/pages/live/AnchorPage.tsx'
import { LeaguePage } from '#app/pages/live/LeaguePage.tsx'
import { TeamPage } from '#app/pages/live/TeamPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { MountedRoutes } from '../support/mount.tsx'
import { mountRoutes } from '../support/mount.tsx'
import { fixture, standings } from '../support/news-fixtures.ts'

let mounted: MountedRoutes

async function open(path: string): Promise<void> {
  await page.viewport(1280, 800)
  mounted = mountRoutes(
    [
      { path: '/app/team/:id', Component: TeamPage },
      { path: '/app/league/:id', Component: LeaguePage },
      { path: '/app/anchor/:id', Component: AnchorPage },
    ],
    path,
  )
}

const findings = async () => (await axe.run(mounted.root)).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)

const live = fixture({ eid: '2001', stage: 'live', score: '1-0' })
const coming = fixture({ eid: 'c1', hasRoom: false })
const past = fixture({ eid: 'p1', stage: 'ended', score: '3-1', hasRoom: false })

beforeEach(() => {
  transport.now = NOON
  store.set(cachedResponsesAtom, new Map())
  transport.responses = {
    'team.detail': ({ id }) =>
      success({
        id,
        name: '北港联',
        logo: '',
        ground: '北港体育场',
        kind: 'football',
        league: '海岸联赛',
        leagueId: 'football',
        live: [live],
        coming: [coming],
        past: [past],
        squad: {
          formation: '4-3-3',
          starters: [{ number: 1, name: '石镇海', position: 'goalkeeper' }],
          substitutes: [],
        },
      }),
    'league.detail': ({ id }) =>
      success({ id, name: '海岸联赛', kind: 'football', live: [live], coming: [coming], past: [past] }),
    'soccer.standings': ({ league }) => success(standings(league)),
    'anchor.detail': ({ id }) =>
      success({
        id,
        name: '楚楚讲球',
        logo: '',
        about: '只讲门道',
        followers: 51_703,
        live: { eid: '5001', title: '夜谈', league: '主播间', startAt: NOON - MINUTE_MS, hasRoom: true },
        coming: [
          { eid: 'x', title: '海棠 对 铁路', league: '城市篮球联赛', startAt: NOON + MINUTE_MS, hasRoom: false },
        ],
        past: [],
      }),
  }
})
afterEach(() => mounted.unmount())

it('a team page shows form, live match, fixtures, results and squad', async () => {
  await open('/app/team/beigang')
  await expect.element(page.getByRole('heading', { level: 1, name: '北港联' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '海岸联赛' })).toHaveAttribute('href', '/app/league/football')
  await expect.element(page.getByText('胜', { exact: true })).toBeVisible()
  for (const name of ['正在进行', '赛程', '赛果', '阵容']) {
    await expect.element(page.getByRole('region', { name })).toBeVisible()
  }
  await expect.element(page.getByRole('region', { name: '阵容' })).toHaveTextContent('石镇海')
  await expect.element(page.getByRole('button', { name: '关注 北港联' })).toBeVisible()
  expect(await findings()).toEqual([])
})

it('a league page shows the live matches, the table, fixtures and results', async () => {
  await open('/app/league/football')
  await expect.element(page.getByRole('heading', { level: 1, name: '海岸联赛' })).toBeVisible()
  await expect.element(page.getByRole('table')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '清河', exact: true }))
    .toHaveAttribute('href', '/app/team/team-0')
  for (const name of ['正在进行', '赛程', '赛果'])
    await expect.element(page.getByRole('region', { name })).toBeVisible()
  expect(await findings()).toEqual([])
})

it('a league without a table shows its matches', async () => {
  transport.responses['soccer.standings'] = () => failure(CODES.NOT_FOUND, '')
  await open('/app/league/cup')
  await expect.element(page.getByRole('region', { name: '赛程' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: '积分榜' })).not.toBeInTheDocument()
})

it('an anchor page shows followers, the current show, the schedule and that there are no past shows', async () => {
  await open('/app/anchor/chuchu')
  await expect.element(page.getByText('51,703 人关注')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '进入直播间' })).toHaveAttribute('href', '/app/live/5001')
  await expect.element(page.getByText('海棠 对 铁路')).toBeVisible()
  await expect.element(page.getByText('暂无往期直播')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '关注 楚楚讲球' })).toBeVisible()
  expect(await findings()).toEqual([])
})

it.each([
  ['team', 'team.detail', '球队不存在'],
  ['league', 'league.detail', '联赛不存在'],
  ['anchor', 'anchor.detail', '主播不存在'],
] as const)('an unknown %s leads to the not-found screen, and a failure can be retried', async (noun, name, title) => {
  const found = transport.responses[name]
  transport.responses[name] = () => failure(CODES.NOT_FOUND, '')
  await open(`/app/${noun}/unknown`)
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  mounted.unmount()
  transport.responses[name] = () => failure(CODES.NETWORK_FAILURE, '')
  await open(`/app/${noun}/other`)
  await expect.element(page.getByRole('alert')).toBeVisible()
  Object.assign(transport.responses, { [name]: found })
  await page.getByRole('button', { name: '重试' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
})
