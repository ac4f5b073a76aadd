import { MINUTE_MS } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { NOON } from './feed-fixtures.ts'

type NewsItem = DataOf<'news.list'>['list'][number]
type Fixture = DataOf<'soccer.schedule'>['list'][number]
type Tip = DataOf<'tips.list'>['list'][number]
type Expert = DataOf<'tips.list'>['experts'][number]

/** Article number `at`; higher numbers are older. */
export function newsItem(at: number, more: Partial<NewsItem> = {}): NewsItem {
  return {
    id: `a-${at}`,
    category: 'football',
    kicker: '战报',
    title: `第 ${at} 篇：北港联险胜南屿`,
    summary: '海岸联赛第 10 轮，北港联在北港体育场以 2-1 击败南屿。',
    img: '/art/crest-beigang.svg',
    publishedAt: NOON - at * 18 * MINUTE_MS,
    ...more,
  }
}

export function fixture(more: Partial<Fixture> = {}): Fixture {
  return {
    eid: '2001',
    league: '海岸联赛',
    leagueId: 'football',
    home: '北港联',
    homeId: 'beigang',
    away: '南屿',
    awayId: 'nanyu',
    homeLogo: '/art/crest-beigang.svg',
    awayLogo: '/art/crest-nanyu.svg',
    kickOffAt: NOON + 90 * MINUTE_MS,
    stage: 'before',
    score: '',
    hasRoom: true,
    ...more,
  }
}

export function article(at: number, more: Partial<DataOf<'news.detail'>> = {}): DataOf<'news.detail'> {
  return {
    ...newsItem(at),
    paragraphs: ['第 27 分钟陆一鸣破门。', '散场的人流把站台挤得满满当当。'],
    match: fixture(),
    newer: at === 0 ? null : { id: `a-${at - 1}`, title: `第 ${at - 1} 篇` },
    older: { id: `a-${at + 1}`, title: `第 ${at + 1} 篇` },
    ...more,
  }
}

export function tip(at: number, more: Partial<Tip> = {}): Tip {
  return {
    id: `t-${at}`,
    expertId: 'e-lighthouse',
    expertName: '灯塔老周',
    expertAvatar: '/art/av-6.svg',
    matchTitle: '北港联 对 南屿',
    league: '海岸联赛',
    title: `看法 ${at}`,
    pick: '北港联不败',
    result: 'open',
    kickOffAt: NOON + 90 * MINUTE_MS,
    ...more,
  }
}

export function expert(id: string, settled: number, right: number): Expert {
  return {
    id,
    name: `专家${id}`,
    avatar: '/art/av-6.svg',
    intro: '只看站位，不看名气。',
    beat: '足球',
    record: { days: 30, settled, right },
  }
}

const TEAMS = ['清河', '云岭', '北港联', '雁门', '江城', '南屿']

export function standings(league = 'football', more: Partial<DataOf<'soccer.standings'>> = {}) {
  return {
    league,
    season: { firstDate: '2026-10-02', lastDate: '2026-11-29', rounds: 30, played: 10, isOver: false },
    zones: [
      { kind: 'top' as const, name: '海峡杯资格', from: 1, to: 2 },
      { kind: 'bottom' as const, name: '保级附加赛', from: 6, to: 6 },
    ],
    list: TEAMS.map((team, index) => ({
      rank: index + 1,
      team,
      teamId: `team-${index}`,
      logo: '',
      played: 10,
      won: 7 - index,
      drawn: 1,
      lost: 2 + index,
      goalsFor: 30 - index * 4,
      goalsAgainst: 9 + index * 3,
      points: 22 - index * 3,
    })),
    ...more,
  } satisfies DataOf<'soccer.standings'>
}

export function schedule(date: string, list: readonly Fixture[], nextDate: string | null = null) {
  return { date, list: [...list], firstDate: '2026-09-22', lastDate: '2026-12-05', nextDate }
}
