import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Random } from './random.ts'
import type { Fixture } from '../../matches/match.ts'
import { ANCHORS, type DemoTeam, LEAGUES, TEAMS } from './teams.ts'

/** The constant properties of one demo room. */
export interface MatchPlan extends Fixture {
  readonly home: DemoTeam
  readonly away: DemoTeam
  /** Share of the crowd in this room, relative to the first match. */
  readonly appeal: number
  /** Home strength minus away strength. */
  readonly edge: number
  /** Minutes since kick-off at start; negative before the match. */
  readonly minutesAtStart: number
}

const WEATHERS = ['小雨 11℃', '多云 16℃', '晴 19℃', '阴 13℃', '大风 9℃']

interface Slot {
  readonly home: number
  readonly away: number
  readonly minutesAtStart: number
  readonly appeal: number
}

const SLOTS: Readonly<Record<Exclude<ContentKind, 'anchor'>, readonly Slot[]>> = {
  football: [
    { home: 0, away: 1, minutesAtStart: 31, appeal: 1 },
    { home: 2, away: 3, minutesAtStart: 12, appeal: 0.45 },
    { home: 4, away: 5, minutesAtStart: 70, appeal: 0.3 },
    { home: 1, away: 2, minutesAtStart: -45, appeal: 0.04 },
    { home: 3, away: 4, minutesAtStart: -150, appeal: 0.02 },
    { home: 5, away: 0, minutesAtStart: 120, appeal: 0.02 },
  ],
  basketball: [
    { home: 0, away: 1, minutesAtStart: 15, appeal: 0.35 },
    { home: 2, away: 3, minutesAtStart: 40, appeal: 0.2 },
    { home: 1, away: 2, minutesAtStart: -90, appeal: 0.02 },
  ],
  esports: [
    { home: 0, away: 1, minutesAtStart: 8, appeal: 0.3 },
    { home: 2, away: 3, minutesAtStart: 22, appeal: 0.18 },
    { home: 3, away: 0, minutesAtStart: -60, appeal: 0.02 },
  ],
}

const SHOWS = [
  '夜谈：这轮最好看的三个进球',
  '战术板：边路怎么把人拉开',
  '老照片：二十年前的海岸德比',
  '闲聊：你第一次进球场是哪年',
]

function cycle<Item>(items: readonly Item[], position: number): Item {
  const item = items[position % items.length]
  if (item === undefined) throw new RangeError('nothing to cycle through')
  return item
}

function matchPlans(kind: Exclude<ContentKind, 'anchor'>, firstNumber: number, random: Random): MatchPlan[] {
  const league = LEAGUES[kind]
  return SLOTS[kind].map((slot, position) => {
    const number = firstNumber + position
    const home = cycle(TEAMS[kind], slot.home)
    const away = cycle(TEAMS[kind], slot.away)
    const anchor = cycle(ANCHORS, number)
    return {
      eid: String(number),
      matchId: `m${number}`,
      anchorRoomId: `a${number}`,
      chatRoomNo: `r${number}`,
      kind,
      home,
      away,
      eventId: `e${number}`,
      league: league.name,
      leagueId: kind,
      sport: league.sport,
      sportId: league.sportId,
      venueName: league.venue,
      weather: kind === 'football' ? random.pick(WEATHERS) : '',
      title: `${home.name} 对 ${away.name}`,
      description: anchor.about,
      anchor,
      appeal: slot.appeal,
      edge: random.next() * 0.8 - 0.4,
      minutesAtStart: slot.minutesAtStart,
      hasVerticalAnchor: position % 3 === 1,
    }
  })
}

function showPlans(firstNumber: number, random: Random): MatchPlan[] {
  return SHOWS.map((title, position) => {
    const number = firstNumber + position
    const anchor = cycle(ANCHORS, position)
    return {
      eid: String(number),
      matchId: `m${number}`,
      anchorRoomId: `a${number}`,
      chatRoomNo: `r${number}`,
      kind: 'anchor',
      home: cycle(TEAMS.football, position),
      away: cycle(TEAMS.football, position + 1),
      eventId: `e${number}`,
      league: '主播间',
      leagueId: 'anchor',
      sport: '聊天',
      sportId: 'talk',
      venueName: 'YB',
      weather: '',
      title,
      description: anchor.about,
      anchor,
      appeal: 0.22 - position * 0.04,
      edge: 0,
      minutesAtStart: random.between(10, 50),
      hasVerticalAnchor: false,
    }
  })
}

/** All demo rooms. The same seed gives the same rooms. */
export function planWorld(random: Random): MatchPlan[] {
  return [
    ...matchPlans('football', 2001, random),
    ...matchPlans('basketball', 3001, random),
    ...matchPlans('esports', 4001, random),
    ...showPlans(5001, random),
  ]
}
