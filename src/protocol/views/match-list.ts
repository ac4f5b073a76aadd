import type { AnchorMatch, ContentKind, ListedMatch } from '../endpoints/live.ts'
import type { DataOf } from '../endpoints/table.ts'
import type { MatchClock, MatchOdds } from '../room/feed.ts'
import { readAnchorStatus, isHorizontal } from '../rules/anchor.ts'
import { type Packed, type PackedReader, PackedWriter, readerOf } from './packed.ts'

/** The shown fields of a match in lists (S3.19). */
export interface MatchView extends Pick<
  AnchorMatch,
  | 'eid'
  | 'chatRoomNo'
  | 'anchorRoomId'
  | 'kind'
  | 'team1'
  | 'team2'
  | 'team1_id'
  | 'team2_id'
  | 'team1_logo'
  | 'team2_logo'
  | 'homeScore'
  | 'guestScore'
  | 'start_time'
  | 'league'
  | 'tid'
  | 'anchor'
  | 'anchor_status'
  | 'viewers'
  | 'clock'
  | 'coverUrl'
> {
  readonly room_info: Pick<AnchorMatch['room_info'], 'title'>
  readonly anchor_list: readonly AnchorView[]
  /** In lists only; null without odds. */
  readonly odds?: MatchOdds | null
}

/** An anchor of a match, with a normalized screen mode. */
type AnchorView = Pick<AnchorMatch['anchor_list'][number], 'anchorRoomId' | 'anchor_nick' | 'logo_square'> & {
  readonly screen_mode: AnchorMatch['anchor_list'][number]['screen_mode']
}

export interface MatchListView extends Omit<DataOf<'live.popularList'>, 'list'> {
  readonly list: readonly MatchView[]
}

export interface PackedMatchList extends Packed {
  readonly length: number
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
}

// The page does not load the schemas, so the values are repeated here. The types compare them with the schemas.
const KINDS = ['football', 'basketball', 'esports', 'anchor'] as const satisfies readonly ContentKind[]
const PHASES = [
  'before',
  'first-half',
  'half-time',
  'second-half',
  'ended',
] as const satisfies readonly MatchClock['phase'][]
const STATUSES = [0, 1, 2, 3] as const satisfies readonly AnchorMatch['anchor_status'][]
const HORIZONTAL = 1
const VERTICAL = 2
const MODES = [HORIZONTAL, VERTICAL] as const
const MOVES = ['same', 'up', 'down'] as const satisfies readonly MatchOdds['home']['move'][]
/** Which odds follow. */
const ODDS = ['none', 'two', 'three'] as const

/** Packs the list in the worker. */
export function packMatchList({ list, ...page }: DataOf<'live.popularList'>): PackedMatchList {
  const writer = new PackedWriter()
  for (const match of list) writeMatch(writer, match)
  return { ...writer.finish(), ...page, length: list.length }
}

/** Unpacks the list on the page. */
export function unpackMatchList(packed: PackedMatchList): MatchListView {
  const { length, total, pageNum, pageSize } = packed
  const reader = readerOf(packed)
  return { list: times(length, () => readMatch(reader)), total, pageNum, pageSize }
}

function writeMatch(writer: PackedWriter, match: ListedMatch): void {
  writer.text(match.eid)
  writer.text(match.chatRoomNo)
  writer.text(match.anchorRoomId)
  writer.choice(KINDS, match.kind)
  writer.text(match.team1)
  writer.text(match.team2)
  writer.text(match.team1_id)
  writer.text(match.team2_id)
  writer.text(match.team1_logo)
  writer.text(match.team2_logo)
  writer.number(match.homeScore)
  writer.number(match.guestScore)
  writer.number(match.start_time)
  writer.text(match.league)
  writer.text(match.tid)
  writer.text(match.anchor.anchor_id)
  writer.text(match.anchor.anchor_nick)
  writer.text(match.anchor.logo_square)
  writer.choice(STATUSES, readAnchorStatus(match.anchor_status))
  writer.text(match.room_info.title)
  writer.number(match.viewers)
  writer.choice(PHASES, match.clock.phase)
  writer.number(match.clock.phaseStartedAt)
  writer.text(match.coverUrl)
  writer.number(match.anchor_list.length)
  for (const anchor of match.anchor_list) {
    writer.text(anchor.anchorRoomId)
    writer.text(anchor.anchor_nick)
    writer.text(anchor.logo_square)
    writer.choice(MODES, isHorizontal(anchor.screen_mode) ? HORIZONTAL : VERTICAL)
  }
  writeOdds(writer, match.odds ?? null)
}

function writeOdds(writer: PackedWriter, odds: MatchOdds | null): void {
  writer.choice(ODDS, odds === null ? 'none' : odds.draw === null ? 'two' : 'three')
  if (odds === null) return
  for (const line of [odds.home, odds.away, ...(odds.draw === null ? [] : [odds.draw])]) {
    writer.number(line.value)
    writer.choice(MOVES, line.move)
  }
  writer.choice([false, true], odds.suspended)
  writer.number(odds.delaySeconds)
}

function readOdds(reader: PackedReader): MatchOdds | null {
  const kind = reader.choice(ODDS, 'none')
  if (kind === 'none') return null
  const line = () => ({ value: reader.number(), move: reader.choice(MOVES, 'same') })
  const [home, away] = [line(), line()]
  const draw = kind === 'three' ? line() : null
  return { home, draw, away, suspended: reader.choice([false, true], false), delaySeconds: reader.number() }
}

/** Reads in the order of {@link writeMatch}. Properties of an object literal are evaluated in order. */
function readMatch(reader: PackedReader): MatchView {
  return {
    eid: reader.text(),
    chatRoomNo: reader.text(),
    anchorRoomId: reader.text(),
    kind: reader.choice(KINDS, 'football'),
    team1: reader.text(),
    team2: reader.text(),
    team1_id: reader.text(),
    team2_id: reader.text(),
    team1_logo: reader.text(),
    team2_logo: reader.text(),
    homeScore: reader.number(),
    guestScore: reader.number(),
    start_time: reader.number(),
    league: reader.text(),
    tid: reader.text(),
    anchor: { anchor_id: reader.text(), anchor_nick: reader.text(), logo_square: reader.text() },
    anchor_status: reader.choice(STATUSES, 3),
    room_info: { title: reader.text() },
    viewers: reader.number(),
    clock: { phase: reader.choice(PHASES, 'before'), phaseStartedAt: reader.number() },
    coverUrl: reader.text(),
    anchor_list: times(reader.number(), () => ({
      anchorRoomId: reader.text(),
      anchor_nick: reader.text(),
      logo_square: reader.text(),
      screen_mode: reader.choice(MODES, VERTICAL),
    })),
    odds: readOdds(reader),
  }
}

function times<Value>(count: number, make: () => Value): Value[] {
  const made: Value[] = []
  for (let index = 0; index < count; index += 1) made.push(make())
  return made
}
