import { Maximize, Minimize, Pause, Play, Volume1, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { playerText } from '#messages/zh/player.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import type { PlayerState } from './player-state.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import type { PlayerSession } from './session.ts'
import styles from './Controls.module.css'

/** `full-screen`: only the button that leaves it. */
export type ControlsExtent = 'all' | 'full-screen' | 'none'

interface ControlsProps {
  readonly extent: ControlsExtent
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly session: PlayerSession | null
  readonly isFull: boolean
  readonly onFullScreen: () => void
  /** Content between the delay and the full-screen button: the danmaku switch. */
  readonly slot: ReactNode
  /** The choice of source and quality. */
  readonly source: ReactNode
  readonly settings: ReactNode
}

/** 直播中, with 慢 N 秒 if it is measured, or the button to the live edge if the viewer is far behind. */
function Delay({ state, stats, session }: Pick<ControlsProps, 'state' | 'stats' | 'session'>) {
  if (state.isPaused) return <span className={styles.delay}>{playerText('paused')}</span>
  if (state.video !== 'playing') return null
  const delay = stats && delayOf(stats)
  if (delay?.isFarBehind) {
    return (
      <button type="button" className={styles.back} onClick={() => session?.goLive()}>
        {playerText('backToLive')}
      </button>
    )
  }
  const seconds = delay?.seconds ?? null
  return (
    <span className={styles.delay}>
      {seconds === null ? playerText('live') : `${playerText('live')} · ${playerText('behind', { seconds })}`}
    </span>
  )
}

/** The controls of playback, and the menus. */
function PlaybackControls({ state, stats, session, slot, source, settings }: ControlsProps) {
  const isWaiting = state.isPaused || state.needsStart
  return (
    <>
      <IconButton
        ground="video"
        icon={isWaiting ? <Play size={20} /> : <Pause size={20} />}
        label={isWaiting ? playerText('play') : playerText('pause')}
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
      {source}
      {slot}
      {settings}
    </>
  )
}

/** The control bar. */
export function Controls(props: ControlsProps) {
  const { extent, isFull, onFullScreen } = props
  if (extent === 'none') return null
  return (
    <div className={styles.bar}>
      {extent === 'all' ? <PlaybackControls {...props} /> : <span className={styles.space} />}
      <IconButton
        ground="video"
        icon={isFull ? <Minimize size={20} /> : <Maximize size={20} />}
        label={isFull ? playerText('leaveFullScreen') : playerText('fullScreen')}
        onClick={onFullScreen}
      />
    </div>
  )
}

/** From this delay on, the button to the live edge is shown. */
const FAR_BEHIND_S = 10

interface Delay {
  /** Delay in whole seconds; null if it is not measured, as with FLV and the native player. */
  readonly seconds: number | null
  /** Certainly far behind: buffered media is part of every delay, measured or not. */
  readonly isFarBehind: boolean
}

/** The displayable delay. Pure. */
export function delayOf(stats: Pick<PlayerStats, 'latencySeconds' | 'isLatencyKnown' | 'bufferSeconds'>): Delay {
  const { latencySeconds, isLatencyKnown, bufferSeconds } = stats
  return {
    seconds: isLatencyKnown ? Math.max(1, Math.round(latencySeconds)) : null,
    isFarBehind: (isLatencyKnown ? latencySeconds : bufferSeconds) > FAR_BEHIND_S,
  }
}

interface VolumeControlProps {
  readonly volume: number
  readonly isMuted: boolean
  readonly onToggle: () => void
  readonly onVolume: (volume: number) => void
}

const QUIET = 0.5

/** The mute button with the volume slider on hover and focus. Touch devices have hardware keys. */
function VolumeControl({ volume, isMuted, onToggle, onVolume }: VolumeControlProps) {
  const Icon = isMuted ? VolumeX : volume < QUIET ? Volume1 : Volume2
  const shown = isMuted ? 0 : Math.round(volume * 100)
  return (
    <div className={styles.volume}>
      <IconButton
        ground="video"
        icon={<Icon size={20} />}
        label={isMuted ? playerText('unmute') : playerText('mute')}
        onClick={onToggle}
      />
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={100}
        step={5}
        value={shown}
        aria-label={playerText('volume')}
        aria-valuetext={`${shown}%`}
        onChange={(event) => onVolume(Number(event.target.value) / 100)}
      />
    </div>
  )
}
