import type { ContentKind } from '#protocol/endpoints/live.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Random } from './random.ts'
import { matchLength } from './tempo.ts'
import type { Fixture } from '../../matches/match.ts'
import { ANCHORS, type DemoTeam, LEAGUES, TEAMS } from './teams.ts'

/** The constant properties of one demo room. */
export interface MatchPlan extends Fixture {
  readonly home: DemoTeam
  readonly away: DemoTeam
  /** Share of the crowd in this room, relative to the first match. */
  readonly appeal: number
  /** Home strength minus away strength. */
  readonly edge: number
  /** Minutes from kick-off to the creation of the room; negative before the match. */
  readonly minutesAtStart: number
}

const WEATHERS = ['小雨 11℃', '多云 16℃', '晴 19℃', '阴 13℃', '大风 9℃']

/**
 * A series of matches or shows of one anchor: one each period, each in a new room. The matches of a kind in the same
 * round have different teams, and a round has ended before a match of the next one kicks off, so a team and an anchor
 * are in one match at a time.
 */
interface Slot {
  readonly kind: ContentKind
  /** Index within the kind. */
  readonly position: number
  readonly anchorKey: string
  /** Minutes from the kick-off of round 0 to the first start of the demo. */
  readonly minutesAtStart: number
  readonly appeal: number
}

const SLOTS: readonly [Slot, ...Slot[]] = [
  { kind: 'football', position: 0, anchorKey: 'laoliang', minutesAtStart: 31, appeal: 1 },
  { kind: 'football', position: 1, anchorKey: 'atuo', minutesAtStart: 12, appeal: 0.45 },
  { kind: 'football', position: 2, anchorKey: 'kafei', minutesAtStart: 70, appeal: 0.3 },
  { kind: 'basketball', position: 0, anchorKey: 'lanxia', minutesAtStart: 15, appeal: 0.35 },
  { kind: 'basketball', position: 1, anchorKey: 'sanfenyu', minutesAtStart: 40, appeal: 0.2 },
  { kind: 'esports', position: 0, anchorKey: 'xiaolu', minutesAtStart: 8, appeal: 0.3 },
  { kind: 'esports', position: 1, anchorKey: 'heye', minutesAtStart: 22, appeal: 0.18 },
  { kind: 'anchor', position: 0, anchorKey: 'chuchu', minutesAtStart: 34, appeal: 0.22 },
  { kind: 'anchor', position: 1, anchorKey: 'banshu', minutesAtStart: 18, appeal: 0.18 },
  { kind: 'anchor', position: 2, anchorKey: 'laozhaopian', minutesAtStart: 47, appeal: 0.14 },
  { kind: 'anchor', position: 3, anchorKey: 'wanfeng', minutesAtStart: 25, appeal: 0.1 },
]
/** Time between the kick-offs of two rounds in minutes, and the number of the first room of a kind. */
const SERIES: Readonly<Record<ContentKind, { readonly period: number; readonly firstNumber: number }>> = {
  football: { period: 165, firstNumber: 2001 },
  basketball: { period: 80, firstNumber: 3001 },
  esports: { period: 82, firstNumber: 4001 },
  anchor: { period: 24 * 60, firstNumber: 5001 },
}
/** A room opens this long before its match, and stays this long after it for links. */
const OPEN_BEFORE_MINUTES = 180
const OPEN_AFTER_MINUTES = 24 * 60
/** Rooms of a kind with numbers below the first one of the next kind. Later rooms have longer numbers. */
const SHORT_NUMBERS = 900

const SHOWS = [
  '夜谈：这轮最好看的三个进球',
  '战术板：边路怎么把人拉开',
  '老照片：二十年前的海岸德比',
  '闲聊：你第一次进球场是哪年',
]

function cycle<Item>(items: readonly Item[], position: number): Item {
  const item = items.at(position % items.length)
  if (item === undefined) throw new RangeError('nothing to cycle through')
  return item
}

function slotsOf(kind: ContentKind): number {
  return SLOTS.filter((slot) => slot.kind === kind).length
}

/** The number of the room of a round; unique for each slot and round. */
function numberOf({ kind, position }: Slot, round: number): string {
  const index = round * slotsOf(kind) + position
  const { firstNumber } = SERIES[kind]
  return index < SHORT_NUMBERS ? String(firstNumber + index) : `${firstNumber}${index}`
}

/** The pair of a slot in a round: the circle method, each team once per round, home and away in turn. */
function pairOf({ kind, position }: Slot, round: number): [DemoTeam, DemoTeam] {
  const [fixed, ...others] = TEAMS[kind === 'anchor' ? 'football' : kind]
  if (fixed === undefined) throw new RangeError('no teams')
  const turned = others.map((_, index) => cycle(others, index + round))
  const one = position === 0 ? fixed : cycle(turned, position)
  const other = cycle(turned, position === 0 ? 0 : turned.length - position)
  return round % 2 === 0 ? [one, other] : [other, one]
}

function matchPlan(slot: Slot, round: number, minutesAtStart: number, worldRandom: Random): MatchPlan {
  const { kind, position, appeal } = slot
  const number = numberOf(slot, round)
  const random = worldRandom.fork(`room ${number}`)
  const [home, away] = pairOf(slot, round)
  const anchor = ANCHORS.find(({ key }) => key === slot.anchorKey)
  if (!anchor) throw new RangeError(`no anchor ${slot.anchorKey}`)
  const isShow = kind === 'anchor'
  const league = isShow ? SHOW_LEAGUE : LEAGUES[kind]
  return {
    eid: number,
    matchId: `m${number}`,
    anchorRoomId: `a${number}`,
    chatRoomNo: `r${number}`,
    kind,
    home,
    away,
    eventId: `e${number}`,
    league: league.name,
    leagueId: kind,
    sport: league.sport,
    sportId: league.sportId,
    venueName: league.venue,
    weather: kind === 'football' ? random.pick(WEATHERS) : '',
    title: isShow ? cycle(SHOWS, position + round) : `${home.name} 对 ${away.name}`,
    description: anchor.about,
    anchor,
    appeal,
    // With some ninety scores a small difference already decides most matches of basketball.
    edge: isShow ? 0 : (random.next() * 0.8 - 0.4) * (kind === 'basketball' ? 0.5 : 1),
    minutesAtStart,
    hasVerticalAnchor: !isShow && position % 3 === 1,
  }
}

const SHOW_LEAGUE = { name: '主播间', sport: '聊天', sportId: 'talk', venue: 'YB' }

/**
 * All rooms that exist at `now`, when the demo was first started at `startedAt` (epoch milliseconds). Before round 0
 * there is one finished match of each kind. The same seed gives the same rooms.
 */
export function plansAt(random: Random, startedAt: number, now: number): MatchPlan[] {
  return SLOTS.flatMap((slot) => {
    const { period } = SERIES[slot.kind]
    const played = (now - startedAt) / MINUTE_MS + slot.minutesAtStart
    const latest = Math.floor((played + OPEN_BEFORE_MINUTES) / period)
    const earliest = Math.ceil((played - matchLength(slot.kind) - OPEN_AFTER_MINUTES) / period)
    const isLast = slot.kind !== 'anchor' && slot.position === slotsOf(slot.kind) - 1
    const first = Math.max(earliest, isLast ? -1 : 0)
    return Array.from({ length: Math.max(0, latest - first + 1) }, (_, index) => {
      const round = first + index
      return matchPlan(slot, round, played - round * period, random)
    })
  })
}

/** The rooms at the first start of the demo. */
export function planWorld(random: Random): MatchPlan[] {
  return plansAt(random, 0, 0)
}

/** The first match of the first slot, whose kick-off dates the timetable. Its record is kept. */
const [FIRST_SLOT] = SLOTS
export const DATING_EID = numberOf(FIRST_SLOT, 0)

/** When the demo was first started, from the stored kick-offs by eid; null before the first match is stored. */
export function startOf(kickOffs: ReadonlyMap<string, { readonly kickOffAt: number }>): number | null {
  const first = kickOffs.get(DATING_EID)
  return first ? first.kickOffAt + FIRST_SLOT.minutesAtStart * MINUTE_MS : null
}
