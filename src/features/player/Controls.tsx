import { Maximize, Minimize, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { playerText as text } from '#lib/text/player.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Controls.module.css'
import type { PlayerState } from './player-state.ts'
import type { PlayerStats } from '#state/player-stats.ts'
import type { PlayerSession } from './session.ts'
import { VolumeControl } from './VolumeControl.tsx'

export interface ControlsProps {
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly session: PlayerSession | null
  readonly isFull: boolean
  readonly onFullScreen: () => void
  /** Between the delay and the full screen button: the danmaku switch. */
  readonly slot: ReactNode
  readonly settings: ReactNode
}

/** Behind this many seconds the delay becomes a way back to the live edge. */
const FAR_BEHIND_S = 10

/** 直播中 · 慢 N 秒, or the way back when the viewer is far behind. */
function Delay({ state, stats, session }: Pick<ControlsProps, 'state' | 'stats' | 'session'>) {
  const latency = stats?.latencySeconds ?? null
  if (state.isPaused) return <span className={styles.delay}>{text.paused}</span>
  if (state.video !== 'playing') return null
  if (latency !== null && latency > FAR_BEHIND_S) {
    return (
      <button type="button" className={styles.back} onClick={() => session?.goLive()}>
        {text.backToLive}
      </button>
    )
  }
  const behind = latency === null ? null : text.behind(Math.max(1, Math.round(latency)))
  return <span className={styles.delay}>{behind ? `${text.live} · ${behind}` : text.live}</span>
}

/** The bar at the foot of the picture. */
export function Controls({ state, stats, session, isFull, onFullScreen, slot, settings }: ControlsProps) {
  const isWaiting = state.isPaused || state.needsStart
  return (
    <div className={styles.bar}>
      <IconButton
        ground="video"
        icon={isWaiting ? <Play size={20} /> : <Pause size={20} />}
        label={isWaiting ? text.play : text.pause}
        onClick={() => session?.togglePlay()}
      />
      <VolumeControl
        volume={state.volume}
        isMuted={state.isMuted}
        onToggle={() => session?.toggleMute()}
        onVolume={(volume) => session?.setVolume(volume)}
      />
      <Delay state={state} stats={stats} session={session} />
      <span className={styles.space} />
      {slot}
      {settings}
      <IconButton
        ground="video"
        icon={isFull ? <Minimize size={20} /> : <Maximize size={20} />}
        label={isFull ? text.leaveFullScreen : text.fullScreen}
        onClick={onFullScreen}
      />
    </div>
  )
}
