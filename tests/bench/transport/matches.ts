import { HOUR_MS } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'

const LENGTH = 200
const START = 1_795_000_000_000
const TEAMS = ['青禾', '江城铁路', '北港联', '南屿青年', '云岭竞技', '雁门', '松江', '海棠', '铁炉', '启明'] as const
const LEAGUES = ['海岸联赛', '山地杯', '内河锦标赛', '群岛超级联赛'] as const
const PHASES = ['first-half', 'half-time', 'second-half', 'before', 'ended'] as const

/** A full list: 200 matches with one or two anchors each, about 222 KB of JSON. */
export function manyMatches(): DataOf<'live.popularList'> {
  const list = Array.from({ length: LENGTH }, (_, index) => matchAt(index))
  return { list, total: LENGTH, pageNum: 1, pageSize: LENGTH }
}

function matchAt(index: number): DataOf<'live.popularList'>['list'][number] {
  const eid = String(5_100_000 + index)
  const anchors = Array.from({ length: 1 + (index % 2) }, (_, place) => ({
    anchorRoomId: `a${eid}${place}`,
    anchor_nick: `主播${(index * 2 + place) % 97}号`,
    logo_square: `/art/av-${((index + place) % 8) + 1}.svg`,
    anchor_status: 1 as const,
    screen_mode: place === 1 ? ('vertical' as const) : ('horizontal' as const),
  }))
  const [first] = anchors
  const kickOff = START + index * HOUR_MS
  return {
    eid,
    egid: `g${eid}`,
    matchId: `m${eid}`,
    anchorRoomId: first?.anchorRoomId ?? '',
    venueName: 'YB',
    eventId: `e${eid}`,
    channel: 'OBTY',
    chatRoomNo: `r${eid}`,
    kind: 'football',
    team1: `${TEAMS[index % TEAMS.length]}${index % 23}队`,
    team2: `${TEAMS[(index * 7 + 3) % TEAMS.length]}${index % 19}队`,
    team1_id: `team-${index % 40}`,
    team2_id: `team-${(index + 17) % 40}`,
    team1_logo: `/art/crest-${index % 40}.svg`,
    team2_logo: `/art/crest-${(index + 17) % 40}.svg`,
    homeScore: index % 5,
    guestScore: index % 3,
    start_datetime: '2026-11-21 20:00:00',
    start_time: kickOff,
    animation_url: `/app/live/${eid}?tab=animation`,
    league: LEAGUES[index % LEAGUES.length] ?? '',
    sport_type: 'football',
    ve_name: 'YB',
    anchor: {
      anchor_id: first?.anchorRoomId ?? '',
      anchor_nick: first?.anchor_nick ?? '',
      logo_square: first?.logo_square ?? '',
    },
    anchor_status: 1,
    anchor_type: 2,
    room_info: { theme_id: 'football', desc: '', title: `第 ${index} 场：谁能笑到最后` },
    tid: `t${index % LEAGUES.length}`,
    dpid: `d${eid}`,
    live: { web_flv_url: `/media/${eid}.flv` },
    anchor_list: anchors,
    viewers: 12_846 - index * 31,
    clock: { phase: PHASES[index % PHASES.length] ?? 'before', phaseStartedAt: kickOff },
    coverUrl: '',
  }
}
