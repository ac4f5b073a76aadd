import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { MatchClock, MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import type { EntryDraft } from '../../rooms/log/entries.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { MatchPlan } from './plan.ts'
import type { Step } from './play.ts'
import { type MatchState, roomStatusOf } from '../../matches/match.ts'
import { announcement } from './room-messages.ts'

/**
 * Changes of a match that its room has not received. They stay until the log accepts them. A refused write is repeated
 * together with later changes, so that the room receives each change once and in order.
 */
export class UnreportedChanges {
  /** Clock of a new match; the room must drop the events of the last one. */
  #newMatch: MatchClock | null = null
  #events: readonly MatchEvent[] = []
  #isBoardDue = false
  #areOddsDue = false
  /** The last write failed; it may be in the log nevertheless. */
  #isUnsure = false
  readonly #rooms: Pick<RoomHub, 'append' | 'setStatus' | 'snapshot'>
  readonly #fixture: MatchPlan
  readonly #state: () => MatchState

  constructor(rooms: Pick<RoomHub, 'append' | 'setStatus' | 'snapshot'>, fixture: MatchPlan, state: () => MatchState) {
    this.#rooms = rooms
    this.#fixture = fixture
    this.#state = state
  }

  get isEmpty(): boolean {
    return !this.#isBoardDue && !this.#areOddsDue && this.#events.length === 0
  }

  /** Adds the changes of a step. A new match discards unreported changes of the last one. */
  add({ state, events, hasPhaseChanged }: Step, isScoreChanged: boolean): void {
    if (hasPhaseChanged && state.clock.phase === 'before') {
      this.#newMatch = state.clock
      this.#events = []
    }
    this.#events = [...this.#events, ...events].slice(-MATCH_EVENTS_MAX)
    if (hasPhaseChanged || isScoreChanged) this.#isBoardDue = true
  }

  addBoard(): void {
    this.#isBoardDue = true
  }

  addOdds(): void {
    this.#areOddsDue = true
  }

  /** Writes all changes. Returns the events that the room has received. Rejects if the log refuses the write. */
  async report(): Promise<readonly MatchEvent[]> {
    if (this.isEmpty) return []
    if (this.#isUnsure) await this.#findOut()
    const events = this.#events
    this.#isUnsure = true
    await this.#rooms.append(this.#fixture.chatRoomNo, this.#drafts())
    this.#isUnsure = false
    this.#newMatch = null
    this.#events = []
    this.#isBoardDue = false
    this.#areOddsDue = false
    return events
  }

  #drafts(): EntryDraft[] {
    const { kind } = this.#fixture
    const state = this.#state()
    const board = roomStatusOf(state)
    const drafts: EntryDraft[] = []
    // A board in phase `before` implies the new match.
    if (this.#newMatch && state.clock.phase !== 'before') drafts.push(statusOf({ clock: this.#newMatch }))
    for (const event of this.#events) {
      // Corners appear on the board, not in the chat.
      if (event.type !== 'corner') drafts.push({ kind: 'system', data: announcement(kind, event) })
      drafts.push(statusOf({ ...board, event }))
    }
    if (this.#isBoardDue && this.#events.length === 0) drafts.push(statusOf(board))
    if (this.#areOddsDue && state.odds) drafts.push(statusOf({ odds: state.odds }))
    return drafts
  }

  /** Writes something idempotent. After that the state of the room shows which part of the previous write succeeded. */
  async #findOut(): Promise<void> {
    const { chatRoomNo } = this.#fixture
    await this.#rooms.setStatus(chatRoomNo, { anchorStatus: this.#state().anchorStatus })
    const known = this.#rooms.snapshot(chatRoomNo)
    if (!known) return
    // A goal that was taken back has the same id and another type.
    const heard = new Set(known.events.map(({ id, type }) => `${id} ${type}`))
    this.#events = this.#events.filter(({ id, type }) => !heard.has(`${id} ${type}`))
    // Clocks only advance: from the kick-off of the new match on, the room knows the match.
    if (this.#newMatch && known.clock.phaseStartedAt >= this.#newMatch.phaseStartedAt) this.#newMatch = null
    this.#isUnsure = false
  }
}

function statusOf(data: Partial<RoomStatus>): EntryDraft {
  return { kind: 'status', data }
}
