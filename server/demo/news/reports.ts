import { timeOfSiteDay } from '#protocol/time.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { scoreText } from '#protocol/rules/match.ts'
import type { MatchRoom } from '../world/match-room.ts'
import { createRandom, type Random } from '../world/random.ts'
import type { DemoTeam } from '../world/teams.ts'
import { type Article } from './article.ts'
import { isLeagueId, type PastMatch } from './season.ts'

/** Minutes from kick-off until a report is published. */
const WRITTEN_AFTER = { football: 135, basketball: 125, esports: 110 } as const
/** Minimum difference of a clear win. */
const WIDE_FROM = { football: 3, basketball: 12, esports: 8 } as const

/** What a report says about a match. */
interface Played extends Pick<PastMatch, 'league' | 'leagueName' | 'home' | 'away' | 'homeScore' | 'awayScore'> {
  /** Such as 第 11 轮. */
  readonly roundName: string
}

/** Writes the report of a match of an earlier day. Goals and names agree with the result. */
export function reportOf(seed: number, match: PastMatch): Article {
  const random = createRandom(seed).fork(`report ${match.id}`)
  return {
    id: `r-${match.id}`,
    publishedAt: timeOfSiteDay(match.day, match.minuteOfDay + WRITTEN_AFTER[match.league]),
    ...textOf({ ...match, roundName: `第 ${match.round} 轮` }, inventedGoals(match, random), random),
    about: { played: match },
  }
}

/**
 * Writes the report of a match with a room when it has ended; null before.
 *
 * @param events those of its room
 */
export function liveReportOf(seed: number, room: MatchRoom, events: readonly MatchEvent[]): Article | null {
  const { fixture, state, round: roundName } = room
  const { eid, kind: league, league: leagueName, home, away } = fixture
  const { clock, homeScore, guestScore: awayScore } = state
  if (clock.phase !== 'ended' || !isLeagueId(league)) return null
  const played = { league, leagueName, home, away, homeScore, awayScore, roundName }
  return {
    id: `m-${eid}`,
    publishedAt: clock.phaseStartedAt,
    ...textOf(played, goalsOf(events, played), createRandom(seed).fork(`report ${eid}`)),
    about: { room: eid },
  }
}

function textOf(match: Played, scorers: readonly Goal[], random: Random) {
  const { home, away, homeScore, awayScore, league, leagueName, roundName } = match
  const score = scoreText(homeScore, awayScore)
  const winner = homeScore > awayScore ? home : homeScore < awayScore ? away : null
  const loser = winner === home ? away : home
  return {
    category: league,
    kicker: '战报',
    title: winner ? titleOf(winner, loser, match, random) : `${home.name} ${score} ${away.name}：各取一分`,
    summary: `${leagueName}${roundName}，${home.name}在${home.ground}以 ${score} ${endOf(match, winner)}${away.name}。`,
    img: (winner ?? home).crest,
    paragraphs: [
      `${leagueName}${roundName}，${home.name}坐镇${home.ground}迎战${away.name}，全场比分 ${score}。`,
      courseOf(match, scorers, random),
      winner ? praiseOf(winner, match, scorers, random) : `终场哨响，两边的球员互相拍了拍肩膀。${random.pick(EVEN)}`,
      `${random.pick(STANDS[league])}下一轮隔一天就到，两队都没有多少时间休息。`,
    ],
  }
}

function endOf({ homeScore, awayScore }: Played, winner: DemoTeam | null): string {
  if (!winner) return '战平'
  return homeScore > awayScore ? '击败' : '不敌'
}

function titleOf(winner: DemoTeam, loser: DemoTeam, match: Played, random: Random): string {
  const [high, low] = [Math.max(match.homeScore, match.awayScore), Math.min(match.homeScore, match.awayScore)]
  const score = scoreText(high, low)
  const isWide = high - low >= WIDE_FROM[match.league]
  const verbs = isWide ? ['大胜', '完胜', '轻取'] : ['险胜', '小胜', '力克']
  return `${winner.name} ${score} ${random.pick(verbs)}${loser.name}`
}

function courseOf(match: Played, scorers: readonly Goal[], random: Random): string {
  const { home, away, homeScore, awayScore, league } = match
  if (league === 'basketball') {
    const lead = random.pick((homeScore > awayScore ? home : away).players)
    return `前三节两队比分咬得很紧，最后六分钟${lead}连续得手把差距拉开。篮板和失误决定了这场球，教练在场边几乎没有坐下过。`
  }
  if (league === 'esports') {
    const isClose = Math.abs(homeScore - awayScore) < WIDE_FROM.esports
    return isClose
      ? '双方缠斗到最后十分钟才分出高下，一次抢先手的开团换来了整张地图。'
      : '前期的小规模交锋互有胜负，中段控住资源之后比赛一边倒，人头差越拉越大。'
  }
  if (scorers.length === 0) return '九十分钟里门柱响了两次，门将各有一次飞身扑救，球就是不进网。'
  const matchTip = scorers.slice(0, 4).map(({ minute, player, team }) => `第 ${minute} 分钟${team.short}${player}破门`)
  const rest = scorers.length > 4 ? `，此后又有 ${scorers.length - 4} 球入账` : ''
  return `${matchTip.join('，')}${rest}。${random.pick(TURNS)}`
}

interface Goal {
  readonly minute: number
  readonly player: string
  readonly team: DemoTeam
}

/** Goals of a football match that was not played in a room. */
function inventedGoals({ league, home, away, homeScore, awayScore }: PastMatch, random: Random): Goal[] {
  if (league !== 'football') return []
  const goals = (team: DemoTeam, count: number) =>
    Array.from({ length: count }, () => ({ minute: random.between(3, 90), player: random.pick(team.players), team }))
  return [...goals(home, homeScore), ...goals(away, awayScore)].sort((one, other) => one.minute - other.minute)
}

/** The goals of a football match, as its room announced them. */
function goalsOf(events: readonly MatchEvent[], { league, home, away }: Played): Goal[] {
  if (league !== 'football') return []
  return events
    .filter(({ type }) => type === 'goal')
    .map(({ minute, side, players = [] }) => ({
      minute,
      player: players[0] ?? '',
      team: side === 'home' ? home : away,
    }))
}

function praiseOf(winner: DemoTeam, { league }: Played, scorers: readonly Goal[], random: Random): string {
  const after = league === 'esports' ? '队友们摘下耳机，抱成一团。' : `${winner.name}的替补席比首发还先冲进场。`
  const scorer = scorers.findLast(({ team, player }) => team === winner && player !== '')
  const player = scorer?.player ?? random.pick(winner.players)
  return `${player}被同事们推到镜头前，只说了一句“${random.pick(QUOTES)}”。${after}`
}

const QUOTES = ['是大家的功劳', '下一场再说', '今天跑得动', '谢谢看台上的人', '早点回去睡觉']
const EVEN = ['一分不多，也不算少。', '谁都觉得自己该赢，谁也说不出口。', '看台上响起了给两边的掌声。']
const TURNS = [
  '下半场换人之后，边路的速度明显快了起来。',
  '双方中场的拼抢很硬，裁判掏了几次牌。',
  '最后十分钟几乎全在一侧的禁区里度过。',
]
const STANDS = {
  football: [
    '北看台唱到了散场。',
    '雨一直没有停，看台上却没什么人离开。',
    '散场的人流把站台挤得满满当当。',
    '有孩子举着自己画的队旗，镜头停了很久。',
  ],
  basketball: [
    '馆里的鼓声到最后一秒才停。',
    '散场的人流把站台挤得满满当当。',
    '有孩子举着自己画的队旗，镜头停了很久。',
  ],
  esports: [
    '灯牌一直举到选手离台。',
    '散场以后，大厅里还有人对着回放争论那次开团。',
    '后排的观众站着看完了最后五分钟。',
  ],
}
