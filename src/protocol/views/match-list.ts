import type { AnchorMatch, ContentKind } from '../endpoints/live.ts'
import type { DataOf } from '../endpoints/table.ts'
import type { MatchClock } from '../room/feed.ts'
import { readAnchorStatus, isHorizontal } from '../rules/anchor.ts'
import { type Packed, type PackedReader, PackedWriter, readerOf } from './packed.ts'

/** What the lists of matches show of one match (S3.19): names and shapes are those of the row, what nobody shows is left out. */
export interface MatchView extends Pick<
  AnchorMatch,
  | 'eid'
  | 'chatRoomNo'
  | 'anchorRoomId'
  | 'kind'
  | 'team1'
  | 'team2'
  | 'team1_logo'
  | 'team2_logo'
  | 'homeScore'
  | 'guestScore'
  | 'start_time'
  | 'league'
  | 'anchor'
  | 'anchor_status'
  | 'viewers'
  | 'clock'
> {
  readonly room_info: Pick<AnchorMatch['room_info'], 'title'>
  readonly anchor_list: readonly AnchorView[]
}

/** An anchor of a match, with the mode of its room in one spelling. */
export type AnchorView = Pick<AnchorMatch['anchor_list'][number], 'anchorRoomId' | 'anchor_nick' | 'logo_square'> & {
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

// The schemas of the protocol stay off the main thread, so the words stand here; the types hold them to the schemas.
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

/** In the worker: the list as it crosses the thread border. */
export function packMatchList({ list, ...page }: DataOf<'live.popularList'>): PackedMatchList {
  const writer = new PackedWriter()
  for (const match of list) writeMatch(writer, match)
  return { ...writer.finish(), ...page, length: list.length }
}

/** On the page: the list as the screens use it. */
export function unpackMatchList(packed: PackedMatchList): MatchListView {
  const { length, total, pageNum, pageSize } = packed
  const reader = readerOf(packed)
  return { list: times(length, () => readMatch(reader)), total, pageNum, pageSize }
}

function writeMatch(writer: PackedWriter, match: AnchorMatch): void {
  writer.word(match.eid)
  writer.word(match.chatRoomNo)
  writer.word(match.anchorRoomId)
  writer.choice(KINDS, match.kind)
  writer.word(match.team1)
  writer.word(match.team2)
  writer.word(match.team1_logo)
  writer.word(match.team2_logo)
  writer.number(match.homeScore)
  writer.number(match.guestScore)
  writer.number(match.start_time)
  writer.word(match.league)
  writer.word(match.anchor.anchor_nick)
  writer.word(match.anchor.logo_square)
  writer.choice(STATUSES, readAnchorStatus(match.anchor_status))
  writer.word(match.room_info.title)
  writer.number(match.viewers)
  writer.choice(PHASES, match.clock.phase)
  writer.number(match.clock.phaseStartedAt)
  writer.number(match.anchor_list.length)
  for (const anchor of match.anchor_list) {
    writer.word(anchor.anchorRoomId)
    writer.word(anchor.anchor_nick)
    writer.word(anchor.logo_square)
    writer.choice(MODES, isHorizontal(anchor.screen_mode) ? HORIZONTAL : VERTICAL)
  }
}

/** In the order of {@link writeMatch}: properties of an object literal are evaluated as they stand. */
function readMatch(reader: PackedReader): MatchView {
  return {
    eid: reader.word(),
    chatRoomNo: reader.word(),
    anchorRoomId: reader.word(),
    kind: reader.choice(KINDS, 'football'),
    team1: reader.word(),
    team2: reader.word(),
    team1_logo: reader.word(),
    team2_logo: reader.word(),
    homeScore: reader.number(),
    guestScore: reader.number(),
    start_time: reader.number(),
    league: reader.word(),
    anchor: { anchor_nick: reader.word(), logo_square: reader.word() },
    anchor_status: reader.choice(STATUSES, 3),
    room_info: { title: reader.word() },
    viewers: reader.number(),
    clock: { phase: reader.choice(PHASES, 'before'), phaseStartedAt: reader.number() },
    anchor_list: times(reader.number(), () => ({
      anchorRoomId: reader.word(),
      anchor_nick: reader.word(),
      logo_square: reader.word(),
      screen_mode: reader.choice(MODES, VERTICAL),
    })),
  }
}

function times<Value>(count: number, make: () => Value): Value[] {
  const made: Value[] = []
  for (let index = 0; index < count; index += 1) made.push(make())
  return made
}
