import { timeOfSiteDay } from '#protocol/time.ts'
import { scoreText } from '#protocol/rules/match.ts'
import { createRandom } from '../world/random.ts'
import type { MatchPlan } from '../world/plan.ts'
import { type Article } from './article.ts'
import { isLeagueId, type PastMatch, seasonMatches } from './season.ts'
import { standingsOf } from './standings.ts'

const FIRST_AT_MINUTE = 18 * 60
const MINUTES_BETWEEN = 7

/** Previews of today's demo matches, published the evening before. */
export function previewsOf(seed: number, fixtures: readonly MatchPlan[], day: number): Article[] {
  return fixtures.flatMap((fixture, index) => {
    const { kind } = fixture
    if (!isLeagueId(kind)) return []
    const season = seasonMatches(seed, kind, day)
    const publishedAt = timeOfSiteDay(day - 1, FIRST_AT_MINUTE + index * MINUTES_BETWEEN)
    return [previewOf(seed, fixture, day, season, publishedAt)]
  })
}

/** Returns the day number of the matches of a preview from its id; null for other ids. */
export function dayOfPreview(id: string): number | null {
  const day = /^p-(\d{1,6})-/u.exec(id)?.[1]
  return day === undefined ? null : Number(day)
}

function previewOf(
  seed: number,
  fixture: MatchPlan,
  day: number,
  season: readonly PastMatch[],
  publishedAt: number,
): Article {
  const { eid, home, away, league, kind } = fixture
  const random = createRandom(seed).fork(`preview ${day} ${eid}`)
  const table = isLeagueId(kind) ? standingsOf(kind, season) : []
  const rankOf = (name: string): number => table.find(({ team }) => team === name)?.rank ?? 0
  return {
    id: `p-${day}-${eid}`,
    category: isLeagueId(kind) ? kind : 'all',
    kicker: '前瞻',
    title: `${home.name}主场迎战${away.name}`,
    summary: `${league}，${home.ground}。${home.name}排在第 ${rankOf(home.name)} 位，${away.name}排在第 ${rankOf(away.name)} 位。`,
    img: home.crest,
    publishedAt,
    paragraphs: [
      `${league}，${home.name}在${home.ground}迎战${away.name}。两队目前分列积分榜第 ${rankOf(home.name)}、第 ${rankOf(away.name)} 位。`,
      meetingsOf(fixture, season),
      lineUpNews(kind, random.pick(home.players), `${away.name}的${random.pick(away.players)}`),
      `比赛日直播间提前开门，${fixture.anchor.nick}会在场边先聊几句。`,
    ],
    about: { room: eid },
  }
}

/** Line-up news in the terms of each sport; esports have no injuries or suspensions. */
function lineUpNews(kind: MatchPlan['kind'], one: string, other: string): string {
  if (kind === 'esports') return `${one}这两天感冒，训练赛照打；${other}轮休一场后回到首发。`
  if (kind === 'basketball') return `${one}上一场崴了脚，赛前已随队合练；${other}轮休一场后回到轮换阵容。`
  return `${one}上一场被换下时走路有些不稳，赛前已随队合练；${other}停赛期满，可以出场。`
}

function meetingsOf({ home, away }: MatchPlan, season: readonly PastMatch[]): string {
  const names = new Set([home.key, away.key])
  const met = season.filter((match) => names.has(match.home.key) && names.has(match.away.key))
  const last = met[0]
  if (!last) return '本赛季两队还没有碰过面，谁也没有旧账要算。'
  return `本赛季两队交手 ${met.length} 次，最近一次在第 ${last.round} 轮，${last.home.name} ${scoreText(last.homeScore, last.awayScore)} ${last.away.name}。`
}
