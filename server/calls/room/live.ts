import { HOUR_MS, siteDateTimeOf } from '#protocol/time.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { AnchorMatch } from '#protocol/endpoints/live.ts'
import { success } from '#protocol/result.ts'
import { venueNameOf, videoChannel } from '#protocol/rules/venue.ts'
import type { Handlers } from '../../http/context.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { SiteDomains } from '../../config/site-config.ts'
import type { Match } from '../../matches/match.ts'
import type { SignedViewer } from '../../media/media-signature.ts'
import { CLIP_HEIGHTS } from '../../media/clip.ts'
import type { Matches } from '../../matches/matches.ts'
import { streamSources } from './stream-sources.ts'

/** Order of the list: live, upcoming, ended; within each by viewers. */
const PHASE_RANK = { 'first-half': 0, 'second-half': 0, 'half-time': 0, before: 1, ended: 2 } as const

/** A finished match is listed this long. Its room stays reachable by link. */
const LISTED_AFTER_END_MS = 3 * HOUR_MS

/** A match in the format of list and room (S3.19). */
function anchorMatch(match: Match, { rooms, signedMedia }: LiveCallServices, now: number): AnchorMatch {
  const { fixture, state, kickOffAt } = match
  const anchor = { anchor_nick: fixture.anchor.nick, logo_square: fixture.anchor.logo }
  const entry = { anchorRoomId: fixture.anchorRoomId, ...anchor, anchor_status: state.anchorStatus }
  const isShow = fixture.kind === 'anchor'
  const venueName = venueNameOf(fixture.venueName)
  return {
    eid: fixture.eid,
    egid: fixture.sportId,
    matchId: fixture.matchId,
    anchorRoomId: fixture.anchorRoomId,
    venueName,
    eventId: fixture.eventId,
    channel: videoChannel(venueName),
    chatRoomNo: fixture.chatRoomNo,
    kind: fixture.kind,
    team1: isShow ? '' : fixture.home.name,
    team2: isShow ? '' : fixture.away.name,
    team1_id: isShow ? '' : fixture.home.key,
    team2_id: isShow ? '' : fixture.away.key,
    team1_logo: isShow ? '' : fixture.home.crest,
    team2_logo: isShow ? '' : fixture.away.crest,
    homeScore: state.homeScore,
    guestScore: state.guestScore,
    start_datetime: siteDateTimeOf(kickOffAt),
    start_time: kickOffAt,
    animation_url: `/app/live/${fixture.eid}?tab=animation`,
    league: fixture.league,
    sport_type: fixture.sport,
    ve_name: venueName,
    anchor: { anchor_id: fixture.anchor.key, ...anchor },
    anchor_status: state.anchorStatus,
    anchor_type: isShow ? 1 : 2,
    room_info: { theme_id: fixture.kind, desc: fixture.description, title: fixture.title },
    tid: fixture.leagueId,
    dpid: fixture.eid,
    live: { web_flv_url: `/media/${fixture.anchorRoomId}.flv${signedMedia(fixture.anchorRoomId)?.query ?? ''}` },
    anchor_list: [
      { ...entry, screen_mode: 1 },
      ...(fixture.hasVerticalAnchor
        ? [{ ...entry, anchorRoomId: `${fixture.anchorRoomId}v`, screen_mode: 2 as const }]
        : []),
    ],
    viewers: rooms.viewers(fixture.chatRoomNo),
    clock: state.clock,
    coverUrl: coverOf(match, now),
  }
}

/** The heights of the qualities of a match's stream: those of the clip. A publisher has one quality. */
export function heightsOf({ hasPublisher }: Match): readonly number[] {
  return hasPublisher === true ? [] : CLIP_HEIGHTS
}

/** The signature of the media URLs of a stream. */
export interface SignedMedia {
  /** With `?`. */
  readonly query: string
  /** Epoch milliseconds. */
  readonly expireAt: number
}

export interface LiveCallServices {
  readonly matches: Matches
  readonly rooms: RoomHub
  readonly domains: Pick<SiteDomains, 'video'>
  /** Null for a stream whose URLs are not signed. */
  readonly signedMedia: (stream: string, viewer?: SignedViewer) => SignedMedia | null
}

export function liveCalls(
  services: LiveCallServices,
): Pick<Handlers, 'live.popularList' | 'live.detail' | 'live.odds' | 'live.playingVideo'> {
  const { matches, rooms, domains, signedMedia } = services
  const notFound = failureOf(CODES.NOT_FOUND)
  return {
    'live.popularList': async ({ size, page, kind }, { now }) => {
      const all = matches
        .list(kind)
        .filter(({ state: { clock } }) => clock.phase !== 'ended' || now - clock.phaseStartedAt < LISTED_AFTER_END_MS)
        .map((match) => ({ ...anchorMatch(match, services, now), odds: match.state.odds }))
        .sort(
          (one, other) => PHASE_RANK[one.clock.phase] - PHASE_RANK[other.clock.phase] || other.viewers - one.viewers,
        )
      const from = (page - 1) * size
      return success({ list: all.slice(from, from + size), total: all.length, pageNum: page, pageSize: size })
    },
    'live.detail': async ({ eid }, { now }) => {
      const match = matches.find(eid)
      if (!match) return notFound
      const snapshot = rooms.snapshot(match.fixture.chatRoomNo)
      return success({
        match: anchorMatch(match, services, now),
        events: snapshot?.events ?? [],
        odds: match.state.odds,
        venue: match.fixture.home.ground,
        round: match.round,
        weather: match.fixture.weather,
      })
    },
    'live.odds': async ({ matchId }) => {
      const match = matches.findByMatchId(matchId)
      return match ? success({ odds: match.state.odds }) : notFound
    },
    'live.playingVideo': async ({ matchId, channel }, { deviceId, session }) => {
      const match = matches.findByMatchId(matchId)
      if (!match || videoChannel(channel) !== videoChannel(venueNameOf(match.fixture.venueName))) return notFound
      const { anchorRoomId } = match.fixture
      const signed = signedMedia(anchorRoomId, { deviceId, sessionId: session?.sessionId ?? null })
      return success({
        anchorStatus: match.state.anchorStatus,
        lines: streamSources(anchorRoomId, domains.video, signed?.query, heightsOf(match)),
        ...(signed && { expireAt: signed.expireAt }),
      })
    },
  }
}

/** Covers of a clip, at equal distances from its start. `scripts/draw-clip.mjs KIND covers` draws them. */
export const COVERS = 8
/** Time between two covers; the clips last 24 seconds. */
export const COVER_INTERVAL_MS = 3_000

/**
 * The path of a frame that the picture of a room has shown in the last loop of its clip, or '' without a picture. Rooms
 * of a kind share the clip; the number of the room selects a different frame, so that a list does not repeat one. A
 * room with a cover of its own returns that.
 */
export function coverOf({ fixture, state, hasPublisher, coverUrl }: Match, now: number): string {
  if (coverUrl !== undefined) return coverUrl
  if (hasPublisher === true || state.anchorStatus !== 1) return ''
  const shift = Number(/\d+$/u.exec(fixture.eid)?.[0] ?? 0) * 3
  const frame = Math.round(now / COVER_INTERVAL_MS) + shift
  return `/art/cover-${fixture.kind}-${frame % COVERS}.webp`
}
