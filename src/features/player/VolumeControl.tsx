import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { playerText } from '#messages/zh/player.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './VolumeControl.module.css'

interface VolumeControlProps {
  readonly volume: number
  readonly isMuted: boolean
  readonly onToggle: () => void
  readonly onVolume: (volume: number) => void
}

const QUIET = 0.5

/** The mute button with the volume slider on hover and focus. Touch devices have hardware keys. */
export function VolumeControl({ volume, isMuted, onToggle, onVolume }: VolumeControlProps) {
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
