import type { DataOf } from '#protocol/endpoints/table.ts'
import { createRandom, type Random } from '../world/random.ts'
import type { DemoTeam } from '../world/teams.ts'
import { authorsOf, type Expert } from './experts.ts'
import type { LeagueId } from './season.ts'
import { spaced } from './spaced.ts'
import { TIP_TEMPLATES } from './tip-templates.ts'

type Item = DataOf<'tips.list'>['list'][number]
export type Tip = Item & Omit<DataOf<'tips.detail'>, 'match'>

interface TipMatch {
  /** Unique over all matches and days. */
  readonly key: string
  readonly kind: LeagueId
  readonly league: string
  readonly round: string
  readonly home: DemoTeam
  readonly away: DemoTeam
  readonly kickOffAt: number
  /** Home and away score after the match, else null. */
  readonly result: readonly [number, number] | null
}

/** Tips of experts on a match, without stakes. They depend only on the seed and the match. */
export function tipsOf(seed: number, match: TipMatch): Tip[] {
  const random = createRandom(seed).fork(`tips ${match.key}`)
  return authorsOf(match.kind, random).map((expert, index) => tipOf(match, { index, expert }, random))
}

function tipOf(match: TipMatch, { index, expert }: { index: number; expert: Expert }, random: Random): Tip {
  const { home, away, round, league } = match
  const isForHome = random.chance(0.58)
  const [favoured, other] = isForHome ? [home, away] : [away, home]
  const lines = TIP_TEMPLATES[match.kind]
  const matchTitle = `${home.name} 对 ${away.name}`
  const pick = match.kind === 'football' ? `${favoured.name}不败` : `${favoured.name}取胜`
  return {
    id: `t-${match.key}-${index}`,
    expertId: expert.id,
    expertName: expert.name,
    expertAvatar: expert.avatar,
    matchTitle,
    league,
    title: inTurn(lines.titles, turnOf(match.key) + index)(favoured.name, other.name),
    pick,
    result: resultOf(match, isForHome),
    kickOffAt: match.kickOffAt,
    paragraphs: [
      `${round}，${matchTitle}。先说结论：${pick}。关键是${favoured.name}能不能把节奏攥在自己手里。`,
      random.pick(lines.reasons)(favoured.name, other.name, random.pick(favoured.players)),
      `${other.name}也有办法：${random.pick(lines.answers)}`,
      '以上是个人看法，说错了欢迎来直播间当面笑话我。',
    ].map(spaced),
  }
}

/** Matches of a day have consecutive keys and experts consecutive numbers, so that no two tips have the same text. */
function turnOf(key: string): number {
  return Array.from(key).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)
}

function inTurn<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length]
  if (item === undefined) throw new RangeError('nothing to choose from')
  return item
}

/** In football the favoured side must not lose; in sports without a draw it must win. */
function resultOf({ result, kind }: TipMatch, isForHome: boolean): Tip['result'] {
  if (result === null) return 'open'
  const lead = isForHome ? result[0] - result[1] : result[1] - result[0]
  return lead > 0 || (lead === 0 && kind === 'football') ? 'right' : 'wrong'
}
