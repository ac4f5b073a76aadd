import { MINUTE_MS } from '#protocol/time.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchSummary } from '#features/live/match-stage.ts'

/** The constant current time: 21 November 2026, 20:24 in Shanghai. */
export const GALLERY_NOW = Date.UTC(2026, 10, 21, 12, 24)

const FACES = [
  { anchorRoomId: 'a1', anchor_nick: '楚楚讲球', logo_square: '/art/av-1.svg' },
  { anchorRoomId: 'a2', anchor_nick: '老梁看台', logo_square: '/art/av-2.svg' },
  { anchorRoomId: 'a3', anchor_nick: '阿拓', logo_square: '/art/av-3.svg' },
  { anchorRoomId: 'a4', anchor_nick: '半场咖啡', logo_square: '/art/av-4.svg' },
] as const

interface Outline {
  readonly teams: readonly [key: string, name: string, key: string, name: string]
  readonly kind?: ContentKind
  readonly league?: string
  readonly score?: readonly [number, number]
  readonly phase?: MatchSummary['clock']['phase']
  /** Minutes since the start of the phase; before a match, minutes until kick-off. */
  readonly minutes?: number
  readonly faces?: readonly number[]
  readonly status?: MatchSummary['anchor_status']
  readonly viewers?: number
  readonly title?: string
}

function match(outline: Outline, position: number): MatchSummary {
  const { teams, kind = 'football', league = '海岸联赛', score = [0, 0], phase = 'first-half', minutes = 0 } = outline
  const { faces = [0], status = phase === 'before' ? 0 : 1, viewers = 0, title = '' } = outline
  const start = phase === 'before' ? GALLERY_NOW + minutes * MINUTE_MS : GALLERY_NOW - minutes * MINUTE_MS
  const anchors = faces.map((face) => FACES[face] ?? FACES[0])
  const first = anchors[0] ?? FACES[0]
  const id = `g${position}`
  return {
    eid: id,
    anchorRoomId: first.anchorRoomId,
    chatRoomNo: id,
    kind,
    team1: teams[1],
    team2: teams[3],
    team1_id: teams[0],
    team2_id: teams[2],
    team1_logo: `/art/crest-${teams[0]}.svg`,
    team2_logo: `/art/crest-${teams[2]}.svg`,
    homeScore: score[0],
    guestScore: score[1],
    start_time: start,
    league,
    tid: kind,
    anchor: { anchor_id: first.anchorRoomId, anchor_nick: first.anchor_nick, logo_square: first.logo_square },
    anchor_status: status,
    room_info: { title },
    anchor_list: anchors.map((anchor) => ({ ...anchor, screen_mode: 1 })),
    viewers,
    clock: { phase, phaseStartedAt: start },
    coverUrl: '',
  }
}

const OUTLINES: readonly Outline[] = [
  {
    teams: ['beigang', '北港联', 'nanyu', '南屿'],
    score: [2, 1],
    phase: 'second-half',
    minutes: 22,
    faces: [0, 1, 2],
    viewers: 12_846,
  },
  {
    teams: ['yunling', '云岭竞技', 'qinghe', '青禾'],
    league: '山地杯',
    phase: 'half-time',
    faces: [3],
    viewers: 4210,
  },
  {
    teams: ['jiangcheng', '江城铁路', 'yanmen', '雁门'],
    score: [1, 3],
    phase: 'second-half',
    minutes: 36,
    faces: [1, 3],
    status: 2,
    viewers: 3088,
  },
  { teams: ['nanyu', '南屿青年', 'yunling', '云岭二队'], phase: 'before', minutes: 66, faces: [2], viewers: 206 },
  { teams: ['qinghe', '青禾', 'beigang', '北港联 B'], league: '城市杯', phase: 'before', minutes: 96, viewers: 64 },
  {
    teams: ['yanmen', '雁门', 'jiangcheng', '江城铁路'],
    league: '城市杯',
    phase: 'before',
    minutes: 231,
    faces: [1, 2],
  },
  { teams: ['qinghe', '青禾', 'nanyu', '南屿'], score: [0, 2], phase: 'ended', minutes: 3, faces: [0] },
  {
    teams: ['haitang', '海棠', 'tielu', '铁路'],
    kind: 'basketball',
    league: '城市篮球联赛',
    score: [64, 71],
    phase: 'second-half',
    minutes: 9,
    viewers: 2104,
  },
  {
    teams: ['xinghuo', '星火', 'lingjing', '灵境'],
    kind: 'esports',
    league: '群星杯',
    score: [11, 9],
    phase: 'first-half',
    minutes: 18,
    faces: [2],
    viewers: 1762,
  },
  {
    teams: ['qiming', '启明', 'chaoxi', '潮汐'],
    kind: 'esports',
    league: '群星杯',
    phase: 'before',
    minutes: 81,
    faces: [2],
  },
  {
    teams: ['beigang', '楚楚讲球', 'nanyu', ''],
    kind: 'anchor',
    league: '夜谈',
    title: '这轮最好看的三个进球',
    phase: 'first-half',
    minutes: 40,
    faces: [0],
    viewers: 5120,
  },
]

/** One match of every phase and kind. */
export const GALLERY_MATCHES: readonly MatchSummary[] = OUTLINES.map(match)
