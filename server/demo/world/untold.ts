import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { MatchClock, MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import type { EntryDraft, RoomHub } from '../../http/calls/context.ts'
import type { MatchPlan } from './plan.ts'
import type { MatchState, Step } from './play.ts'
import { announcement } from './room-words.ts'

/** The part of a match's state that a room shows on its board. */
export function boardOf({ homeScore, guestScore, clock, anchorStatus }: MatchState): Partial<RoomStatus> {
  return { homeScore, guestScore, clock, anchorStatus }
}

/**
 * What a room is still to hear of its match. It stays here until the log has taken it: a write that is refused is made
 * again with everything that has come since, in one piece, so that a room hears of a thing once and in order.
 */
export class Untold {
  /** The clock with which a new match has begun: without it the room keeps the marks of the last one. */
  #newMatch: MatchClock | null = null
  #happenings: readonly MatchEvent[] = []
  #isBoardDue = false
  #areOddsDue = false
  /** The last write was answered with an error; it may be in the log all the same. */
  #isUnsure = false

  constructor(
    private readonly rooms: Pick<RoomHub, 'append' | 'setStatus' | 'snapshot'>,
    private readonly plan: MatchPlan,
    private readonly state: () => MatchState,
  ) {}

  get isEmpty(): boolean {
    return !this.#isBoardDue && !this.#areOddsDue && this.#happenings.length === 0
  }

  /** Adds what a step has brought; with a new match, whatever is untold of the last one is of no use any more. */
  add({ state, happenings, hasPhaseChanged }: Step, isScoreChanged: boolean): void {
    if (hasPhaseChanged && state.clock.phase === 'before') {
      this.#newMatch = state.clock
      this.#happenings = []
    }
    this.#happenings = [...this.#happenings, ...happenings].slice(-MATCH_EVENTS_MAX)
    if (hasPhaseChanged || isScoreChanged) this.#isBoardDue = true
  }

  addBoard(): void {
    this.#isBoardDue = true
  }

  addOdds(): void {
    this.#areOddsDue = true
  }

  /** Tells the room everything; returns the events that it has heard of now. Rejects when the log refuses. */
  async tell(): Promise<readonly MatchEvent[]> {
    if (this.isEmpty) return []
    if (this.#isUnsure) await this.#findOut()
    const happenings = this.#happenings
    this.#isUnsure = true
    await this.rooms.append(this.plan.chatRoomNo, this.#drafts())
    this.#isUnsure = false
    this.#newMatch = null
    this.#happenings = []
    this.#isBoardDue = false
    this.#areOddsDue = false
    return happenings
  }

  #drafts(): EntryDraft[] {
    const { kind } = this.plan
    const state = this.state()
    const board = boardOf(state)
    const drafts: EntryDraft[] = []
    // A board that stands before the match says so itself.
    if (this.#newMatch && state.clock.phase !== 'before') drafts.push(statusOf({ clock: this.#newMatch }))
    for (const event of this.#happenings) {
      // A corner is for the board, not for the chat.
      if (event.type !== 'corner') drafts.push({ kind: 'system', data: announcement(kind, event) })
      drafts.push(statusOf({ ...board, event }))
    }
    if (this.#isBoardDue && this.#happenings.length === 0) drafts.push(statusOf(board))
    if (this.#areOddsDue && state.odds) drafts.push(statusOf({ odds: state.odds }))
    return drafts
  }

  /**
   * Writes what may be written twice. Once that is in, the room knows what has become of the write before, and what it has
   * heard is not told again.
   */
  async #findOut(): Promise<void> {
    const { chatRoomNo } = this.plan
    await this.rooms.setStatus(chatRoomNo, { anchorStatus: this.state().anchorStatus })
    const known = this.rooms.snapshot(chatRoomNo)
    if (!known) return
    const heard = new Set(known.events.map(({ id }) => id))
    this.#happenings = this.#happenings.filter(({ id }) => !heard.has(id))
    // Clocks only go forward: from the kick-off of the new match on, the room knows of it.
    if (this.#newMatch && known.clock.phaseStartedAt >= this.#newMatch.phaseStartedAt) this.#newMatch = null
    this.#isUnsure = false
  }
}

function statusOf(data: Partial<RoomStatus>): EntryDraft {
  return { kind: 'status', data }
}
