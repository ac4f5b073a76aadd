import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { scoreText } from '#protocol/rules/match.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { formatKickoff } from '#lib/format.ts'
import { isInPlay, matchClockShort } from '#lib/match/match-clock.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { anchorPath, leaguePath, roomPath, teamPath } from '#lib/room-path.ts'
import type { SearchItem } from '#features/search/search-index.ts'

/** Search items of matches with their anchors, teams and leagues. `now`: server clock, epoch ms. */
export function matchItems(matches: readonly MatchView[], now: number): SearchItem[] {
  return [
    ...matches.filter(({ kind }) => kind !== 'anchor').map((match) => matchItem(match, now)),
    ...anchorItems(matches),
    ...teamItems(matches),
    ...leagueItems(matches),
  ]
}

function matchItem(match: MatchView, now: number): SearchItem {
  const { eid, team1, team2, league, clock, kind } = match
  const isLive = isInPlay(clock)
  const when = clock.phase === 'before' ? formatKickoff(match.start_time, now) : matchClockShort(clock, now, kind)
  return {
    key: `match-${eid}`,
    group: 'match',
    title: matchTitle(match),
    note: [league, when].filter((part) => part !== '').join(' · '),
    end: clock.phase === 'before' ? '' : scoreText(match.homeScore, match.guestScore),
    path: roomPath(eid),
    isLive,
    weight: match.viewers,
    picture: { kind: 'crest', id: team1, src: match.team1_logo },
    names: [team1, team2, match.room_info.title, league, ...anchorNames(match)],
  }
}

const anchorNames = (match: MatchView) => [
  match.anchor.anchor_nick,
  ...match.anchor_list.map(({ anchor_nick }) => anchor_nick),
]

/** One item per anchor: the room while the anchor is in one that is live, else the page of the anchor. */
function anchorItems(matches: readonly MatchView[]): SearchItem[] {
  const items = matches.map((match): SearchItem => {
    const { anchor_id: id, anchor_nick: name, logo_square: src } = match.anchor
    const isLive = isInPlay(match.clock)
    return {
      key: `anchor-${name}`,
      group: 'anchor',
      title: name,
      note: matchTitle(match),
      end: '',
      path: isLive ? roomPath(match.eid) : anchorPath(id),
      isLive,
      weight: match.viewers,
      picture: { kind: 'avatar', id: match.anchorRoomId, src },
      names: match.kind === 'anchor' ? [name, match.room_info.title] : [name],
    }
  })
  return onePerKey(items.filter(({ title }) => title !== ''))
}

/** One item per team, with its page. */
function teamItems(matches: readonly MatchView[]): SearchItem[] {
  const sides = matches.flatMap((match) => [
    { match, id: match.team1_id, name: match.team1, src: match.team1_logo },
    { match, id: match.team2_id, name: match.team2, src: match.team2_logo },
  ])
  const items = sides.map(({ match, id, name, src }): SearchItem => ({
    key: `team-${name}`,
    group: 'team',
    title: name,
    note: match.league,
    end: '',
    path: teamPath(id),
    isLive: false,
    weight: match.viewers,
    picture: { kind: 'crest', id: name, src },
    names: [name],
  }))
  return onePerKey(items.filter(({ title }) => title !== ''))
}

/** One item per league, with its page. Talk shows have none. */
function leagueItems(matches: readonly MatchView[]): SearchItem[] {
  const items = matches
    .filter(({ kind, league }) => kind !== 'anchor' && league !== '')
    .map(({ tid, league, clock, viewers }): SearchItem => ({
      key: `league-${tid}`,
      group: 'league',
      title: league,
      note: '',
      end: '',
      path: leaguePath(tid),
      isLive: isInPlay(clock),
      weight: viewers,
      picture: null,
      names: [league],
    }))
  return onePerKey(items)
}

/** Of items with the same key, keeps the live one, then the most watched. */
function onePerKey(items: readonly SearchItem[]): SearchItem[] {
  const best = new Map<string, SearchItem>()
  for (const item of items) {
    const known = best.get(item.key)
    if (!known || Number(item.isLive) - Number(known.isLive) > 0 || sameButHeavier(item, known))
      best.set(item.key, item)
  }
  return [...best.values()]
}

const sameButHeavier = (item: SearchItem, known: SearchItem) =>
  item.isLive === known.isLive && item.weight > known.weight

/** The searched fields of a help article. */
interface HelpEntry {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly keywords: readonly string[]
}

export function helpItems(articles: readonly HelpEntry[]): SearchItem[] {
  return articles.map(({ id, title, summary, keywords }) => ({
    key: `help-${id}`,
    group: 'help',
    title,
    note: summary,
    end: '',
    path: `/app/help/${encodeURIComponent(id)}`,
    isLive: false,
    weight: 0,
    picture: null,
    names: [title, ...keywords],
  }))
}

type HotGame = DataOf<'egame.hotList'>['list'][number]

/** Games of open venues. */
export function gameItems(games: readonly HotGame[]): SearchItem[] {
  const open = games.filter(({ status }) => isVenueOpen(status))
  return open.map(({ gameId, name, venueEnName }) => ({
    key: `game-${gameId}`,
    group: 'game',
    title: name,
    note: '',
    end: '',
    path: `/app/game/${venueEnName}/${gameId}`,
    isLive: false,
    weight: 0,
    picture: null,
    names: [name],
  }))
}

/** S3.32: the searched lists. */
export const SEARCHED_KINDS = ['football', 'basketball', 'esports', 'anchor'] as const satisfies readonly ContentKind[]
