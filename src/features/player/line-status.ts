import type { ConnectionEvents } from './connection.ts'
import type { PlayerError } from './player-state.ts'

export type Phase = 'idle' | 'connecting' | 'showing'

/** Connection state of the current source. */
export interface LineStatus {
  readonly phase: Phase
  readonly lineId: string | null
  readonly outage: { readonly since: number; readonly isSwitching: boolean } | null
  readonly error: PlayerError | null
}

/** Events of the source supervisor. */
export interface LineEvents extends Pick<ConnectionEvents, 'onLevels' | 'onLook' | 'onLeave' | 'onSetBack'> {
  readonly onStatus: (status: LineStatus) => void
  readonly onReady: () => void
  readonly onFirstFrame: (milliseconds: number) => void
}

export const IDLE: LineStatus = { phase: 'idle', lineId: null, outage: null, error: null }
