import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DataPage } from '#app/pages/live/DataPage.tsx'
import { SportMatchPage } from '#app/pages/live/SportMatchPage.tsx'
import { SportsPage } from '#app/pages/live/SportsPage.tsx'
import { TeamPage } from '#app/pages/live/TeamPage.tsx'
import { GALLERY_NOW } from '#gallery/fixtures.ts'
import { success } from '#protocol/result.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { frames, type MountedRoutes, mountRoutes } from '../support/mount.tsx'
import { fixture, schedule, standings } from '../support/news-fixtures.ts'
import { readTextBoxes } from '../support/text-boxes.ts'
import { betMatch, mainMarketsOf, market, serveBoard } from './sport-fixtures.ts'

const root = document.documentElement
let mounted: MountedRoutes
beforeEach(() => store.set(cachedResponsesAtom, new Map()))
afterEach(() => {
  mounted.unmount()
  root.style.removeProperty('font-size')
  transport.responses = {}
})

/** Long names with the scores of a basketball match, in each stage of a match. */
const TEAMS = { home: '南屿山城流星', away: '松江' }
const FIXTURES = [
  fixture({ ...TEAMS, eid: 'f1', stage: 'live', score: '104-98' }),
  fixture({ ...TEAMS, eid: 'f2', stage: 'ended', score: '104-121', hasRoom: false }),
  fixture({ ...TEAMS, eid: 'f3' }),
  fixture({ ...TEAMS, eid: 'f4', hasRoom: false }),
]
const BASKETBALL = betMatch('m801', {
  sport: 'basketball',
  homeScore: 104,
  guestScore: 98,
  periods: [
    [28, 31],
    [26, 20],
    [30, 27],
    [20, 20],
  ],
  clock: { phase: 'second-half', phaseStartedAt: GALLERY_NOW - 60_000 },
  home: { id: 't1', name: TEAMS.home, logo: '' },
  away: { id: 't2', name: TEAMS.away, logo: '' },
})
const MARKETS = [
  market('m801', 'winner', { home: 10_620, away: 1_050 }),
  market('m801', 'handicap', { home: 1_900, away: 1_960 }, { line: -27 }),
  market('m801', 'total', { over: 1_880, under: 1_980 }, { line: 422 }),
]

function serve(): void {
  serveBoard([
    { match: BASKETBALL, markets: MARKETS },
    { match: betMatch('m802', { homeScore: 10, guestScore: 11 }), markets: mainMarketsOf('m802') },
  ])
  transport.responses['soccer.leagues'] = () => success({ list: [{ id: 'football', name: '海岸联赛' }] })
  transport.responses['soccer.standings'] = ({ league }) => success(standings(league))
  transport.responses['soccer.schedule'] = ({ date }) => success(schedule(date, FIXTURES))
  transport.responses['sport.matchDetail'] = () => success({ match: BASKETBALL, markets: MARKETS })
  transport.responses['team.detail'] = ({ id }) =>
    success({
      id,
      name: TEAMS.home,
      logo: '',
      ground: '山城体育馆',
      kind: 'basketball',
      league: '城市篮球联赛',
      leagueId: 'basketball',
      live: FIXTURES.slice(0, 1),
      coming: FIXTURES.slice(2),
      past: FIXTURES.slice(1, 2),
      squad: null,
    })
}

/** Names may be cut off at twice the font size. */
const overlaps = () => readTextBoxes().filter((fault) => !fault.startsWith('cut off'))

describe.each([320, 390, 1280])('WCAG 1.4.4 twice the font size of the browser at %i px', (width) => {
  it.each([
    ['/app/data', '104'],
    ['/app/sports', '104'],
    ['/app/sports/match/m801', '104'],
    ['/app/team/t1', '104'],
  ])('%s shows scores of three digits beside long names without overlaps', async (address, score) => {
    await page.viewport(width, 844)
    serve()
    root.style.setProperty('font-size', '200%')
    mounted = mountRoutes(
      [
        { path: '/app/data', Component: DataPage },
        { path: '/app/sports', Component: SportsPage },
        { path: '/app/sports/match/:matchId', Component: SportMatchPage },
        { path: '/app/team/:id', Component: TeamPage },
      ],
      address,
    )
    await expect.element(page.getByText(score, { exact: true }).first()).toBeVisible()
    await frames(2)
    expect(overlaps()).toEqual([])
  })
})
