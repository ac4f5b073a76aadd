import type { Random } from '../world/random.ts'
import type { LeagueId } from './season.ts'

export interface Expert {
  readonly id: string
  readonly name: string
  readonly avatar: string
  readonly intro: string
  readonly beat: string
  /** Probability from 0 to 1 that this expert writes about a match of a league. */
  readonly writes: Readonly<Partial<Record<LeagueId, number>>>
}

/** The experts. 小地图 covers one league and half of its matches, which is too few for a success rate (S1.24). */
export const EXPERTS: readonly Expert[] = [
  {
    id: 'e-lighthouse',
    name: '灯塔老周',
    avatar: '/art/av-6.svg',
    intro: '在码头写了二十年球评，只看站位，不看名气。',
    beat: '足球',
    writes: { football: 0.9 },
  },
  {
    id: 'e-whistle',
    name: '哨子',
    avatar: '/art/av-5.svg',
    intro: '退役裁判，专讲判罚和尺度，偶尔替同行挨骂。',
    beat: '足球、篮球',
    writes: { football: 0.4, basketball: 0.6 },
  },
  {
    id: 'e-abacus',
    name: '算盘',
    avatar: '/art/av-7.svg',
    intro: '数据分析出身，相信样本，不相信手感。',
    beat: '篮球、电竞',
    writes: { basketball: 0.9, esports: 0.9 },
  },
  {
    id: 'e-bench',
    name: '板凳匪徒',
    avatar: '/art/av-8.svg',
    intro: '打了八年替补，最懂什么时候该换人。',
    beat: '足球、篮球',
    writes: { football: 0.6, basketball: 0.4 },
  },
  {
    id: 'e-map',
    name: '小地图',
    avatar: '/art/av-2.svg',
    intro: '前职业战队分析师，看资源比看击杀多。',
    beat: '电竞',
    writes: { esports: 0.4 },
  },
]

/** Selects the experts who write about a match; at least one. */
export function authorsOf(league: LeagueId, random: Random): readonly Expert[] {
  const covering = EXPERTS.filter(({ writes }) => writes[league] !== undefined)
  const chosen = covering.filter(({ writes }) => random.chance(writes[league] ?? 0))
  return chosen.length > 0 ? chosen : covering.slice(0, 1)
}
