import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import axe from '../support/axe.ts'
// Loaded with its tab; imported here to keep the load time out of the tests.
import '#app/room/RoomData.tsx'
import { CODES } from '#protocol/codes.ts'
import type { LineUp, Statistic } from '#protocol/endpoints/match.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import type { AnchorStatus } from '#protocol/room/feed.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { remindersAtom } from '#features/live/reminders.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { fixture, tip } from '../support/news-fixtures.ts'
import { closeRoom, enterRoom, here, openRoomPage, showPage } from '../support/open-room.tsx'
import { DETAIL, ROOM, serveRoom } from '../support/room-fixtures.ts'

const HOME: LineUp = {
  formation: '4-3-3',
  starters: [
    { number: 1, name: '石镇海', position: 'goalkeeper' },
    ...['二', '三', '四', '五'].map((name, index) => ({ number: 2 + index, name, position: 'defender' as const })),
    ...['六', '七', '八'].map((name, index) => ({ number: 6 + index, name, position: 'midfielder' as const })),
    ...['九', '十', '十一'].map((name, index) => ({ number: 9 + index, name, position: 'forward' as const })),
  ],
  substitutes: [{ number: 12, name: '江潮生', position: 'goalkeeper' }],
}
const AWAY: LineUp = {
  ...HOME,
  starters: HOME.starters.map((player) => ({ ...player, name: `客${player.name}` })),
  substitutes: [],
}

const STATISTICS: Statistic[] = [
  { key: 'possession', home: 57, away: 43 },
  { key: 'shots', home: 9, away: 4 },
]

const past = (eid: string, score: string, days: number) =>
  fixture({ eid, score, stage: 'ended', hasRoom: false, kickOffAt: NOON - days * 24 * 60 * MINUTE_MS })

const PREVIEW: DataOf<'match.preview'> = {
  headToHead: [past('h1', '2-1', 3), past('h2', '0-0', 9), past('h3', '0-2', 20)],
  homeForm: [past('f1', '2-1', 3)],
  awayForm: [past('f2', '2-1', 3)],
  tips: [tip(1)],
}

const COMING = { phase: 'before' as const, phaseStartedAt: NOON + 45 * MINUTE_MS }

function serve(change: Partial<typeof transport.responses> = {}): void {
  serveRoom()
  store.set(cachedResponsesAtom, new Map())
  store.set(remindersAtom, new Map())
  Object.assign(transport.responses, {
    'match.preview': () => success(PREVIEW),
    'match.statistics': () => success({ total: STATISTICS, periods: [] }),
    'match.lineUps': () => success({ home: HOME, away: AWAY }),
    'anchor.detail': ({ id }: { id: string }) =>
      success({
        id,
        name: '楚楚讲球',
        logo: '',
        about: '',
        followers: 86_012,
        live: null,
        coming: [
          { eid: '2004', title: '南屿 对 江城', league: '海岸联赛', startAt: NOON + 60 * MINUTE_MS, hasRoom: true },
        ],
        past: [],
      }),
    ...change,
  })
}

async function openComing(
  size: { width: number; height: number } = { width: 1280, height: 800 },
  anchorStatus: AnchorStatus = 1,
): Promise<void> {
  serve({ 'live.detail': () => success({ ...DETAIL, match: { ...DETAIL.match, clock: COMING } }) })
  await showPage('/app/live/eid-1', size)
  await enterRoom({ snapshot: { ...ROOM, anchorStatus, clock: COMING, homeScore: 0, guestScore: 0, events: [] } })
}

const open = async (tab: string): Promise<void> => {
  serve()
  await showPage('/app/live/eid-1')
  await enterRoom()
  await page.getByRole('tab', { name: tab }).click()
}

afterEach(closeRoom)

describe('the room of a coming match', () => {
  it('opens with countdown, reminder, meetings, form and tips', async () => {
    await openComing()
    await expect.element(page.getByRole('tab', { name: '数据' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('timer')).toHaveTextContent('45:00')
    await expect.element(page.getByText('近 3 次：北港联 1 胜，1 平，南屿 1 胜')).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: '北港联 近期战绩' }).getByText('胜', { exact: true }))
      .toBeVisible()
    await expect
      .element(page.getByRole('region', { name: '南屿 近期战绩' }).getByText('负', { exact: true }))
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: '看法 1' })).toBeVisible()
    expect((await axe.run(document.querySelector('[role="tabpanel"]')!)).violations.map(({ id }) => id)).toEqual([])
  })

  it.each([
    [1280, 800],
    [390, 844],
  ])('S4.2 says 赛事未开始 with the kick-off below, at %d px', async (width, height) => {
    await openComing({ width, height }, 0)
    const panel = page.getByRole('tabpanel', { name: '数据' })
    await expect.element(panel.getByText('赛事未开始', { exact: true })).toBeVisible()
    await expect.element(panel.getByText(/\d\d:\d\d 开赛，届时自动播放/)).toBeVisible()
  })

  it('S4.1 says the kick-off of a match whose anchor is there already, or that has none', async () => {
    await openComing(undefined, 3)
    const panel = page.getByRole('tabpanel', { name: '数据' })
    await expect.element(panel.getByText(/\d\d:\d\d 开赛$/)).toBeVisible()
    expect(panel.getByText('赛事未开始').elements()).toEqual([])
  })

  it('takes and removes a reminder for its kick-off', async () => {
    await openComing()
    await page.getByRole('button', { name: '预约：北港联 对 南屿' }).click()
    expect([...store.get(remindersAtom)]).toEqual([['eid-1', COMING.phaseStartedAt]])
    await page.getByRole('button', { name: '已预约：北港联 对 南屿' }).click()
    expect(store.get(remindersAtom).size).toBe(0)
  })

  it.each([
    [1280, 800],
    [390, 844],
  ])('has nothing in the red of live at %i px', async (width, height) => {
    await openComing({ width, height })
    await expect.element(page.getByText('历史交锋')).toBeVisible()
    const root = document.querySelector('[data-skin]') ?? document.documentElement
    const probe = document.createElement('i')
    root.append(probe)
    const reds = ['var(--live)', 'var(--live-fill)'].map((color) => {
      probe.style.color = color
      return getComputedStyle(probe).color
    })
    probe.remove()
    const found = [...document.querySelectorAll('main *')].filter((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return reds.includes(color) || reds.includes(backgroundColor)
    })
    expect(found.map((element) => element.outerHTML.slice(0, 120))).toEqual([])
  })

  it('changes to the video at the kick-off', async () => {
    await openComing()
    await expect.element(page.getByText('历史交锋')).toBeVisible()
    transport.enter({
      chatRoomNo: 'room-1',
      snapshot: { ...ROOM, clock: { phase: 'first-half', phaseStartedAt: NOON }, homeScore: 0, guestScore: 0 },
      role: 'member',
    })
    await expect.element(page.getByRole('tab', { name: '直播' })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('数据', () => {
  it('reads each statistic with both teams', async () => {
    await open('数据')
    await expect.element(page.getByText('控球率：北港联 57%，南屿 43%')).toBeInTheDocument()
    await expect.element(page.getByText('射门：北港联 9，南屿 4')).toBeInTheDocument()
  })

  it('shows points per quarter and the statistics of a chosen one', async () => {
    const quarter = (home: number, away: number): Statistic[] => [
      { key: 'points', home, away },
      { key: 'rebounds', home: 4, away: 5 },
    ]
    serve({
      'live.detail': () => success({ ...DETAIL, match: { ...DETAIL.match, kind: 'basketball' } }),
      'match.statistics': () =>
        success({ total: quarter(48, 41), periods: [quarter(26, 19), quarter(22, 22)], report: null }),
    })
    await showPage('/app/live/eid-1')
    await enterRoom({ snapshot: { ...ROOM, homeScore: 50, guestScore: 41 } })
    await page.getByRole('tab', { name: '数据' }).click()
    // The score of the room is 50 : 41 by now; new points belong to the last quarter.
    await expect.element(page.getByRole('row', { name: '北港联 26 24 50' })).toBeVisible()
    await page.getByText('第 2 节').last().click()
    await expect.element(page.getByText('得分：北港联 24，南屿 22')).toBeInTheDocument()
  })

  it('links the report of a match that has ended, also beside other rooms', async () => {
    const report = { id: 'm-7', title: '北港联 2-1 险胜南屿' }
    serve({ 'match.statistics': () => success({ total: [], periods: [], report }) })
    await showPage('/app/live/eid-1')
    await enterRoom({ snapshot: { ...ROOM, clock: { phase: 'ended', phaseStartedAt: 0 } } })
    const link = page.getByRole('link', { name: '战报：北港联 2-1 险胜南屿' })
    await expect.element(link).toHaveAttribute('href', '/app/news/m-7')
    await page.getByRole('tab', { name: '数据' }).click()
    await expect.element(page.getByRole('tabpanel', { name: '数据' }).getByRole('link', { name: '战报' })).toBeVisible()
  })

  it('says that statistics are missing, and retries after a failure', async () => {
    serve({ 'match.statistics': () => failure(CODES.NETWORK_FAILURE, '') })
    await showPage('/app/live/eid-1')
    await enterRoom()
    await page.getByRole('tab', { name: '数据' }).click()
    await expect.element(page.getByRole('alert').first()).toBeVisible()
    transport.responses['match.statistics'] = () => success({ total: [], periods: [], report: null })
    await page.getByRole('tabpanel', { name: '数据' }).getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByText('暂无统计')).toBeVisible()
  })
})

describe('阵容', () => {
  it('shows both elevens on a pitch in their formation and as lists with the substitutes', async () => {
    await open('阵容')
    const pitch = page.getByRole('figure', { name: '首发站位' })
    await expect.element(pitch).toBeVisible()
    const halves = [...pitch.element().children]
    expect(halves.map(({ children }) => [...children].map((row) => row.children.length))).toEqual([
      [1, 4, 3, 3],
      [3, 3, 4, 1],
    ])
    const home = page.getByRole('region', { name: '北港联', exact: true })
    expect(home.getByRole('list', { name: '首发' }).getByRole('listitem').elements()).toHaveLength(11)
    await expect.element(home.getByRole('list', { name: '替补' })).toHaveTextContent('12江潮生门将')
  })

  it('marks goals, cards and substitutions beside the players that the events name', async () => {
    const base = { minute: 60, text: '', homeScore: 1, awayScore: 0, side: 'home' as const }
    serve()
    await showPage('/app/live/eid-1')
    await enterRoom({
      snapshot: {
        ...ROOM,
        events: [
          { ...base, id: 'e1', type: 'goal', players: ['九'] },
          { ...base, id: 'e2', type: 'yellow-card', players: ['二'] },
          { ...base, id: 'e3', type: 'substitution', minute: 71, players: ['江潮生', '石镇海'] },
        ],
      },
    })
    await page.getByRole('tab', { name: '阵容' }).click()
    const home = page.getByRole('region', { name: '北港联', exact: true })
    const row = (name: string) => home.getByRole('listitem').filter({ hasText: name })
    await expect.element(row('九')).toHaveTextContent('9九进球60′前锋')
    await expect.element(row('二').first()).toHaveTextContent('2二黄牌60′后卫')
    await expect.element(row('石镇海')).toHaveTextContent('1石镇海换下71′门将')
    await expect.element(row('江潮生')).toHaveTextContent('12江潮生换上71′门将')
  })

  it('says that line-ups are not known yet', async () => {
    serve({ 'match.lineUps': () => success({ home: null, away: null }) })
    await showPage('/app/live/eid-1')
    await enterRoom()
    await page.getByRole('tab', { name: '阵容' }).click()
    await expect.element(page.getByRole('heading', { name: '阵容还没有公布' })).toBeVisible()
  })

  it('is missing in the room of a talk show, like the data', async () => {
    serve({ 'live.detail': () => success({ ...DETAIL, match: { ...DETAIL.match, kind: 'anchor' } }) })
    await showPage('/app/live/eid-1')
    await enterRoom()
    await expect.element(page.getByRole('tab', { name: '主播' })).toBeVisible()
    expect(page.getByRole('tab', { name: /数据|阵容/ }).elements()).toHaveLength(0)
  })
})

describe('主播', () => {
  it('shows followers and next shows of the anchor, and that there are no past ones', async () => {
    await open('主播')
    await expect.element(page.getByText('86,012 人关注')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /南屿 对 江城/ })).toHaveAttribute('href', '/app/live/2004')
    await expect.element(page.getByText('暂无往期直播')).toBeVisible()
  })
})

it('names of teams, league and anchor in the room are links to their pages', async () => {
  serve()
  await openRoomPage()
  for (const [name, path] of [
    ['北港联', '/app/team/beigang'],
    ['南屿', '/app/team/nanyu'],
    ['海岸联赛', '/app/league/football'],
    ['楚楚讲球', '/app/anchor/chuchu'],
  ] as const) {
    await expect.element(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', path)
  }
  expect(here()).toBe('/app/live/eid-1')
})
