import type { ConnectionEvents } from '../connection.ts'
import type { PlayerError } from '../player-state.ts'

/** Why a source is not playing yet: the outage since the last picture, and the error to show. */
export interface Trouble {
  readonly outage: { readonly since: number; readonly isSwitching: boolean } | null
  readonly error: PlayerError | null
}

/** State of the current source. */
export type SourceStatus =
  | { readonly phase: 'idle'; readonly error: 'unsupported' | 'no-source' | null }
  /** `waiting` has a scheduled retry. */
  | ({ readonly phase: 'waiting' | 'connecting'; readonly sourceId: string } & Trouble)
  | { readonly phase: 'showing'; readonly sourceId: string }

/** Events of the source supervisor. */
export interface SourceEvents extends Pick<ConnectionEvents, 'onHeights' | 'onChecked' | 'onLeave' | 'onSetBack'> {
  readonly onStatus: (status: SourceStatus) => void
  readonly onReady: () => void
  readonly onFirstFrame: (milliseconds: number) => void
}
