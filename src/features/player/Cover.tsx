import { ArrowLeftRight, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { playerText } from '#messages/zh/player.ts'
import { Stand } from '#ui/art/Stand.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import styles from './Cover.module.css'
import type { PlayerState } from './player-state.ts'

interface CoverProps {
  readonly state: PlayerState
  readonly sources: readonly StreamSource[]
  /** Second line before the start: the start time. */
  readonly note?: string | undefined
  /** The match is in play, although no picture has begun. */
  readonly isInPlay: boolean
  readonly onRetry: (() => void) | undefined
  readonly onSwitch: () => void
}

interface ButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly onPress: () => void
}

function CoverButton({ icon, label, onPress }: ButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onPress}>
      {icon}
      {label}
    </button>
  )
}

/** The drawn stand, shown if there is no video to wait for. */
function Scene({ crowd, title, note }: { crowd: 'full' | 'empty'; title: string; note: string }) {
  return (
    <output className={styles.scene}>
      <Stand crowd={crowd} className={styles.stand} />
      <strong className={styles.title}>{title}</strong>
      <span className={styles.note}>{note}</span>
    </output>
  )
}

function Outage({ state, sources, onSwitch }: CoverProps) {
  const source = sources.find(({ id }) => id === state.sourceId)
  const isSwitching = state.outage?.isSwitching === true && source !== undefined
  return (
    <output className={styles.dim}>
      <strong className={styles.title}>{playerText('shaky')}</strong>
      <span className={styles.note}>
        {isSwitching ? playerText('switching', { source: source.name }) : playerText('reconnecting')}
      </span>
      {sources.length > 1 && (
        <CoverButton icon={<ArrowLeftRight size={16} />} label={playerText('switchNow')} onPress={onSwitch} />
      )}
    </output>
  )
}

function Failure({ state, sources, onRetry, onSwitch }: CoverProps) {
  const notes = {
    unreachable: playerText('errorNote'),
    damaged: playerText('damagedNote'),
    unsupported: playerText('unsupportedNote'),
    'no-source': playerText('noSourceNote'),
    'no-code': playerText('noCodeNote'),
  }
  // Code that is missing on the server is only found after a reload, under a new name.
  const [label, again] =
    state.error === 'no-code' ? [playerText('reload'), () => window.location.reload()] : [playerText('retry'), onRetry]
  return (
    <div className={styles.dim} role="alert">
      <strong className={styles.title}>{playerText('errorTitle')}</strong>
      <p className={styles.note}>{state.error && notes[state.error]}</p>
      <div className={styles.actions}>
        {again && <CoverButton icon={<RotateCw size={16} />} label={label} onPress={again} />}
        {sources.length > 1 && (
          <CoverButton icon={<ArrowLeftRight size={16} />} label={playerText('switchSource')} onPress={onSwitch} />
        )}
      </div>
    </div>
  )
}

/** Shown over the video when it does not play: loading, interruption, end, failure. */
export function Cover(props: CoverProps) {
  const { state, note, isInPlay } = props
  switch (state.video) {
    case 'not-started':
      if (isInPlay) return <Scene crowd="empty" title={playerText('noPicture')} note={playerText('noPictureNote')} />
      return <Scene crowd="empty" title={playerText('notStarted')} note={note ?? playerText('notStartedNote')} />
    case 'interrupted':
      return <Scene crowd="full" title={playerText('interrupted')} note={playerText('interruptedNote')} />
    case 'ended':
      return <Scene crowd="empty" title={playerText('ended')} note={playerText('endedNote')} />
    case 'error':
      return <Failure {...props} />
    case 'playing':
      return null
    case 'loading':
    case 'stalled':
      if (state.needsStart) return null
      if (state.outage) return <Outage {...props} />
      return (
        <output className={styles.wait}>
          <Spinner className={styles.spinner} />
          <span className={state.video === 'loading' ? styles.note : 'visually-hidden'}>{playerText('loading')}</span>
        </output>
      )
  }
}
