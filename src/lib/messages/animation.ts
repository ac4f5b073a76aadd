import { localized } from './catalogue.ts'

/** Messages of the animation tab. */
export const animationMessages = localized('animation', {
  title: '比赛动画',
  note: '动画为示意，进球和牌以比赛事件为准',
  pause: '暂停动画',
  resume: '继续播放动画',
  stages: {
    football: { build: '控球', attack: '进攻', danger: '危险进攻' },
    basketball: { build: '运球过半场', attack: '组织进攻', danger: '攻到篮下' },
    esports: { build: '对线', attack: '推进', danger: '逼近高地' },
  },
  goal: { football: '进球！', basketball: '得分', esports: '拿下人头' },
  points: (points: number) => `+${points}`,
  yellowCard: '黄牌',
  redCard: '红牌',
  substitution: '换人',
  corner: '角球',
  whistle: '哨响',
  possession: { football: '控球', basketball: '球权', esports: '主动' },
  dangers: { football: '危险进攻', basketball: '攻到篮下', esports: '逼近高地' },
  corners: '角球',
  cards: '黄牌 / 红牌',
  chance: '胜负预期',
  chanceNote: '按当前赔率折算',
  draw: '平',
  share: (percent: number) => `${percent}%`,
  pair: (label: string, home: string, away: string) => `${label}：主队 ${home}，客队 ${away}`,
  chanceText: (home: number, draw: number | null, away: number) =>
    draw === null ? `胜负预期：主胜 ${home}%，客胜 ${away}%` : `胜负预期：主胜 ${home}%，平局 ${draw}%，客胜 ${away}%`,
  scene: (clock: string, home: string, homeScore: number, awayScore: number, away: string) =>
    `${clock}，${home} ${homeScore} 比 ${awayScore} ${away}`,
  latest: (events: string) => `最近：${events}`,
  talking: '正在直播',
  talkSince: (clock: string) => `${clock} 开播`,
  talkSoon: '未开播',
  talkAway: '主播暂时离开，请稍后',
  talkOver: '直播已结束',
} as const)
