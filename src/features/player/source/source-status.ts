import type { ConnectionEvents } from '../connection.ts'
import type { PlayerError } from '../player-state.ts'

export type Phase = 'idle' | 'connecting' | 'showing'

/** Connection state of the current source. */
export interface SourceStatus {
  readonly phase: Phase
  readonly sourceId: string | null
  readonly outage: { readonly since: number; readonly isSwitching: boolean } | null
  readonly error: PlayerError | null
}

/** Events of the source supervisor. */
export interface SourceEvents extends Pick<ConnectionEvents, 'onHeights' | 'onChecked' | 'onLeave' | 'onSetBack'> {
  readonly onStatus: (status: SourceStatus) => void
  readonly onReady: () => void
  readonly onFirstFrame: (milliseconds: number) => void
}

export const IDLE: SourceStatus = { phase: 'idle', sourceId: null, outage: null, error: null }
