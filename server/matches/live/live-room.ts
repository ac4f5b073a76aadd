import type { AnchorStatus, MatchClock } from '#protocol/room/feed.ts'
import type { Fixture, Match, MatchState } from '../match.ts'
import type { PublisherState } from '../match-source.ts'
import type { StoredLiveRoom } from './live-room-repository.ts'

/** Public ids of a live room. */
interface LiveRoomIds {
  readonly eid: string
  readonly matchId: string
  readonly chatRoomNo: string
  /** Also the name of the video stream. */
  readonly anchorRoomId: string
}

/** Ids made of the number of the anchor. The letters keep them apart from those of other sources. */
export function liveRoomIds(no: number): LiveRoomIds {
  return { eid: `L${no}`, matchId: `mL${no}`, chatRoomNo: `live-${no}`, anchorRoomId: `live-${no}` }
}

/** Anchors without a portrait of their own share these. */
const PORTRAITS = 24
/** A show has no league; lists group by it. */
const LEAGUE = { league: '直播间', leagueId: 'live', sport: '直播', sportId: 'live' }
const NO_TEAM = { key: 'live', name: '', crest: '', ground: '' }

/** The constant properties of the room for lists and handlers. A live room is a show without teams. */
function liveFixture({ no, nick, title, intro }: StoredLiveRoom): Fixture {
  const ids = liveRoomIds(no)
  return {
    ...ids,
    ...LEAGUE,
    kind: 'anchor',
    eventId: ids.eid,
    home: NO_TEAM,
    away: NO_TEAM,
    venueName: 'YB',
    weather: '',
    title,
    description: intro,
    anchor: { key: `L${no}`, nick, logo: `/art/av-${(no % PORTRAITS) + 1}.svg` },
    hasVerticalAnchor: false,
  }
}

/** Before the start, during the show, after the room was closed. */
export function liveClock({ startsAt, closedAt }: StoredLiveRoom, now: number): MatchClock {
  if (closedAt !== null) return { phase: 'ended', phaseStartedAt: closedAt }
  return { phase: now < startsAt ? 'before' : 'first-half', phaseStartedAt: startsAt }
}

/** The state of the anchor (S4.1-S4.4). A publisher may begin before the announced start. */
export function liveAnchorStatus(room: StoredLiveRoom, publisher: PublisherState, now: number): AnchorStatus {
  if (room.closedAt !== null) return 3
  if (publisher !== null) return publisher === 'live' ? 1 : 2
  return room.hasTestPicture && now >= room.startsAt ? 1 : 0
}

/** A live room in the list of matches. */
export function liveMatch(
  room: StoredLiveRoom,
  { now, anchorStatus, publisher }: { now: number; anchorStatus: AnchorStatus; publisher: PublisherState },
): Match {
  const state: MatchState = {
    clock: liveClock(room, now),
    homeScore: 0,
    guestScore: 0,
    anchorStatus,
    odds: null,
  }
  const fixture = liveFixture(room)
  return {
    fixture,
    state,
    kickOffAt: room.startsAt,
    round: '',
    hasPublisher: publisher !== null,
    coverUrl: room.coverHash === null ? '' : liveCoverPath(fixture.eid, room.coverHash),
  }
}

const COVER_HASH_LENGTH = 64

/** Path of a cover. Another cover has another path, so browsers may cache it. */
export function liveCoverPath(eid: string, hash: string): string {
  return `/cover/${eid}/${hash}`
}

/** True for the hash in a path of a cover. */
export function isCoverHash(text: string): boolean {
  return text.length === COVER_HASH_LENGTH && /^[0-9a-f]+$/.test(text)
}
