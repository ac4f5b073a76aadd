import { siteDateTimeOf, siteDayOf } from '#protocol/time.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { AnchorMatch } from '#protocol/endpoints/live.ts'
import { success } from '#protocol/result.ts'
import type { Handlers, RoomHub } from './context.ts'
import { isLeagueId, roundOfDay } from '../../demo/news/season.ts'
import type { SiteDomains } from '../../site/site-config.ts'
import type { MatchRoom } from '../../demo/world/match-room.ts'
import type { World } from '../../demo/world/world.ts'
import { kickOffOf } from '../../demo/world/tempo.ts'
import { streamSources } from './stream-sources.ts'

/** Order of the list: live, upcoming, ended; within each by viewers. */
const PHASE_RANK = { 'first-half': 0, 'second-half': 0, 'half-time': 0, before: 1, ended: 2 } as const

/** A match in the format of list and room (S3.19). */
function anchorMatch(room: MatchRoom, rooms: RoomHub): AnchorMatch {
  const { plan, state } = room
  const anchor = { anchor_nick: plan.anchor.nick, logo_square: plan.anchor.logo }
  const entry = { anchorRoomId: plan.anchorRoomId, ...anchor, anchor_status: state.anchorStatus }
  const isShow = plan.kind === 'anchor'
  const kickOff = kickOffOf(plan.kind, state.clock)
  return {
    eid: plan.eid,
    egid: plan.sport,
    matchId: plan.matchId,
    anchorRoomId: plan.anchorRoomId,
    chatRoomNo: plan.chatRoomNo,
    kind: plan.kind,
    team1: isShow ? '' : plan.home.name,
    team2: isShow ? '' : plan.away.name,
    team1_logo: isShow ? '' : plan.home.crest,
    team2_logo: isShow ? '' : plan.away.crest,
    homeScore: state.homeScore,
    guestScore: state.guestScore,
    start_datetime: siteDateTimeOf(kickOff),
    start_time: kickOff,
    animation_url: '',
    league: plan.league,
    sport_type: plan.sport,
    ve_name: plan.venueName,
    anchor,
    anchor_status: state.anchorStatus,
    anchor_type: isShow ? 1 : 2,
    room_info: { theme_id: plan.kind, desc: plan.description, title: plan.title },
    tid: plan.league,
    dpid: plan.eid,
    live: { web_flv_url: `/media/${plan.anchorRoomId}.flv` },
    anchor_list: [
      { ...entry, screen_mode: 1 },
      ...(plan.hasVerticalAnchor ? [{ ...entry, anchorRoomId: `${plan.anchorRoomId}v`, screen_mode: 2 as const }] : []),
    ],
    viewers: rooms.viewers(plan.chatRoomNo),
    clock: state.clock,
  }
}

export function liveCalls(services: {
  world: World
  rooms: RoomHub
  domains: Pick<SiteDomains, 'video'>
}): Pick<Handlers, 'live.popularList' | 'live.detail' | 'live.odds' | 'live.playingVideo'> {
  const { world, rooms, domains } = services
  const notFound = failureOf(CODES.NOT_FOUND)
  return {
    'live.popularList': async ({ size, page, kind }) => {
      const all = world
        .rooms(kind)
        .map((room) => anchorMatch(room, rooms))
        .sort(
          (one, other) => PHASE_RANK[one.clock.phase] - PHASE_RANK[other.clock.phase] || other.viewers - one.viewers,
        )
      const from = (page - 1) * size
      return success({ list: all.slice(from, from + size), total: all.length, pageNum: page, pageSize: size })
    },
    'live.detail': async ({ eid }) => {
      const room = world.room(eid)
      if (!room) return notFound
      const { kind } = room.plan
      const snapshot = rooms.snapshot(room.plan.chatRoomNo)
      return success({
        match: anchorMatch(room, rooms),
        events: snapshot?.events ?? [],
        odds: room.state.odds,
        venue: room.plan.home.ground,
        round: isLeagueId(kind) ? roundOfDay(kind, siteDayOf(room.record.kickOffAt)) : '',
        weather: room.plan.weather,
      })
    },
    'live.odds': async ({ matchId }) => {
      const room = world.rooms().find(({ plan }) => plan.matchId === matchId)
      return room ? success({ odds: room.state.odds }) : notFound
    },
    'live.playingVideo': async ({ matchId }) => {
      const room = world.rooms().find(({ plan }) => plan.matchId === matchId)
      if (!room) return notFound
      return success({
        anchorStatus: room.state.anchorStatus,
        lines: streamSources(room.plan.anchorRoomId, domains.video),
      })
    },
  }
}
