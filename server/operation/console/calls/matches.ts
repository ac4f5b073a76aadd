import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleMatch, MatchCorrectionView, matchActions } from '#protocol/console/matches.ts'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import type { MatchClock } from '#protocol/room/feed.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { success } from '#protocol/result.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { FeedHealth, MatchFeed } from '../../../matches/feed/match-feed.ts'
import type { Match } from '../../../matches/match.ts'
import { type MatchCorrection, type MatchCorrections, statusOf } from '../../../matches/match-corrections.ts'
import type { Matches } from '../../../matches/matches.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { pageOf } from '../audit-log.ts'
import {
  consoleFailure,
  editConflict,
  refusable,
  refuse,
  type ConsoleHandlers,
  type OperatorCall,
} from '../console-call.ts'

interface MatchServices {
  readonly database: Database
  readonly rooms: Pick<RoomHub, 'writer'>
  readonly matches: Pick<Matches, 'list' | 'find' | 'refreshCorrection'>
  readonly corrections: MatchCorrections
  /** Null without a feed. */
  readonly feed: Pick<MatchFeed, 'health'> | null
}

type MatchHandlers = Pick<ConsoleHandlers, keyof typeof matchActions>

export function matchHandlers({ database, rooms, matches, corrections, feed }: MatchServices): MatchHandlers {
  // Only the process that writes the rooms reads the feed and reports to rooms.
  const health = rooms.writer.define('console.feed', async () => feed?.health ?? null)
  return {
    async 'match.list'(filter) {
      const [known, state] = await Promise.all([corrections.stored(), health(null)])
      return success(listOf(matches.list(), known, state, filter))
    },
    async 'match.feed'() {
      const state = await health(null)
      if (!state) return success({ feed: null })
      const { doubts: _, problems, ...shown } = state
      return success({ feed: { ...shown, problems: [...problems] } })
    },
    ...correctionHandlers({ database, rooms, matches, corrections }),
  }
}

function correctionHandlers({ database, rooms, matches, corrections }: Omit<MatchServices, 'feed'>) {
  const refresh = rooms.writer.define('console.correction', async ({ eid }: { readonly eid: string }) => {
    await matches.refreshCorrection(eid)
    return null
  })
  return {
    async 'match.correct'({ eid, version, score, clock, anchorStatus, reason }, call) {
      const match = matches.find(eid)
      if (!match) return consoleFailure(CODES.NOT_FOUND)
      if (!score && !clock && anchorStatus === null) {
        return consoleFailure(CODES.PARAM_ERROR, { fields: { score: '至少改正一项' } })
      }
      const started = clock && clockAt(match, clock, call.now)
      const saved = await refusable(database, async (tx) => {
        const before = await readFor(tx, corrections, eid, version)
        const values = {
          eid,
          chatRoomNo: match.fixture.chatRoomNo,
          homeScore: score?.home ?? null,
          guestScore: score?.guest ?? null,
          phase: started?.phase ?? null,
          phaseStartedAt: started?.phaseStartedAt ?? null,
          anchorStatus,
          reason,
          operator: call.session.operator.name,
          at: call.now,
        }
        const after = await corrections.save(tx, values, version)
        // Another operator has inserted the first correction in between.
        if (!after) return refuse(editConflict(null))
        await auditChange(tx, call, eid, before, { ...statusOf(after), reason })
        return success({ correction: viewOf(after) })
      })
      if (saved.ok) await refresh({ eid })
      return saved
    },
    async 'match.release'({ eid, version, reason }, call) {
      const released = await refusable(database, async (tx) => {
        const before = await readFor(tx, corrections, eid, version)
        if (!before) return refuse(consoleFailure(CODES.NOT_FOUND))
        await corrections.remove(tx, eid)
        await auditChange(tx, call, eid, before, { reason })
        return success({})
      })
      if (released.ok) await refresh({ eid })
      return released
    },
  } satisfies Partial<MatchHandlers>
}

/** The stored correction; refused with EDIT_CONFLICT unless it has the version that the operator has read. */
async function readFor(
  tx: Transaction,
  corrections: MatchCorrections,
  eid: string,
  version: number,
): Promise<MatchCorrection | null> {
  const stored = await corrections.find(tx, eid)
  if ((stored?.version ?? 0) !== version) refuse(editConflict(stored && viewOf(stored)))
  return stored
}

async function auditChange(
  tx: Transaction,
  call: OperatorCall,
  eid: string,
  before: MatchCorrection | null,
  after: object,
): Promise<void> {
  await call.audit(tx, { target: `match ${eid}`, before: before && statusOf(before), after })
}

/** The clock of a phase that has lasted some minutes. Before the match it starts at the kick-off. */
function clockAt(
  { kickOffAt }: Match,
  { phase, minutes }: NonNullable<ConsoleRequestOf<'match.correct'>['clock']>,
  now: number,
): MatchClock {
  return { phase, phaseStartedAt: phase === 'before' ? Math.max(kickOffAt, now) : now - minutes * MINUTE_MS }
}

const STAGE_ORDER = { live: 0, before: 1, ended: 2 } as const

function stageOf({ state: { clock } }: Match): keyof typeof STAGE_ORDER {
  return clock.phase === 'before' || clock.phase === 'ended' ? clock.phase : 'live'
}

function listOf(
  all: readonly Match[],
  known: ReadonlyMap<string, MatchCorrection>,
  health: FeedHealth | null,
  { text, stage, isCorrected, after }: ConsoleRequestOf<'match.list'>,
): ConsoleDataOf<'match.list'> {
  const wanted = text.trim().toLowerCase()
  const found = all
    .filter((match) => {
      const { eid, title, league, home, away } = match.fixture
      const names = [eid, title, league, home.name, away.name]
      return (
        names.some((name) => name.toLowerCase().includes(wanted)) &&
        (stage === undefined || stageOf(match) === stage) &&
        (isCorrected === undefined || known.has(eid) === isCorrected)
      )
    })
    .map((match) => ({ match, position: positionOf(match) }))
    .filter(({ position }) => after === undefined || byStage(position, parsePosition(after)) > 0)
    .sort((one, other) => byStage(one.position, other.position))
  const { list, next } = pageOf(found, PAGE_ROWS, ({ position: { stage: of, kickOffAt, eid } }) =>
    [of, kickOffAt, eid].join('~'),
  )
  return { list: list.map(({ match }) => rowOf(match, known.get(match.fixture.eid) ?? null, health)), next }
}

/** What the list is sorted by. */
interface Position {
  readonly stage: keyof typeof STAGE_ORDER
  readonly kickOffAt: number
  readonly eid: string
}

function positionOf(match: Match): Position {
  return { stage: stageOf(match), kickOffAt: match.kickOffAt, eid: match.fixture.eid }
}

/** The format is checked by the definition of the action. */
function parsePosition(text: string): Position {
  const [stage = '', kickOffAt, eid = ''] = text.split('~')
  return { stage: stage as Position['stage'], kickOffAt: Number(kickOffAt), eid }
}

function byStage(one: Position, other: Position): number {
  if (one.stage !== other.stage) return STAGE_ORDER[one.stage] - STAGE_ORDER[other.stage]
  if (one.eid === other.eid && one.kickOffAt === other.kickOffAt) return 0
  // Coming ones next first, the others newest first.
  const earlier = one.kickOffAt - other.kickOffAt || (one.eid < other.eid ? -1 : 1)
  return one.stage === 'before' ? earlier : -earlier
}

function rowOf(match: Match, correction: MatchCorrection | null, health: FeedHealth | null): ConsoleMatch {
  const { fixture, state, kickOffAt } = match
  const { homeScore, guestScore, clock, anchorStatus } = state
  return {
    eid: fixture.eid,
    kind: fixture.kind,
    title: fixture.title,
    league: fixture.league,
    home: fixture.home.name,
    away: fixture.away.name,
    kickOffAt,
    board: { homeScore, guestScore, clock, anchorStatus },
    correction: correction && viewOf(correction),
    doubts: (health?.doubts ?? []).filter(({ eid }) => eid === fixture.eid).map(({ reason }) => reason),
  }
}

function viewOf(stored: MatchCorrection): MatchCorrectionView {
  const { homeScore, guestScore, clock, anchorStatus } = statusOf(stored)
  const { reason, operator, at, version } = stored
  return {
    score: homeScore === undefined || guestScore === undefined ? null : { home: homeScore, guest: guestScore },
    clock: clock ?? null,
    anchorStatus: anchorStatus ?? null,
    reason,
    operator,
    at,
    version,
  }
}
