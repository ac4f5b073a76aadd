import { useAtom } from 'jotai'
import { Volume2, VolumeX, X } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'
import { playerText } from '#messages/zh/player.ts'
import type { MiniRoom } from '#state/room/player-stats.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import styles from './MiniPlayer.module.css'
import type { PlayerPreferences } from './player-state.ts'
import { useMediaSession } from './use-media-session.ts'
import { useSession } from './use-session.ts'

export interface MiniPlayerProps {
  readonly room: MiniRoom
  readonly onClose: () => void
}

/**
 * The picture of a room that the viewer has left, in a corner of the window. A press returns to the room. Closes itself
 * when the stream has ended. Public hook: `data-mini-player`.
 */
export function MiniPlayer({ room, onClose }: MiniPlayerProps) {
  const [{ volume, isMuted, flvEngine, quality }, setPreferences] = useAtom(uiPreferencesAtom)
  const onPreferences = useCallback((next: PlayerPreferences) => setPreferences(next), [setPreferences])
  const { video, still, state, session } = useSession({
    picture: 'live',
    sources: room.sources,
    preferences: { volume, isMuted, flvEngine, quality },
    onPreferences,
  })
  useMediaSession({ ...room, isPlaying: state.video === 'playing' && !state.isPaused, session })
  const hasFailed = state.error !== null || state.needsStart
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (hasFailed) close()
  }, [hasFailed])
  const isSilent = state.isMuted || state.silencedBy !== null
  return (
    <aside
      className={styles.mini}
      aria-label={playerText('miniPlayer')}
      data-mini-player
      data-video-state={state.video}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live pictures come without captions */}
      <video ref={video} className={styles.video} playsInline disableRemotePlayback tabIndex={-1} aria-hidden="true" />
      <canvas ref={still} className={styles.video} hidden={!state.hasStill} aria-hidden="true" />
      <Link className={styles.link} to={room.path} aria-label={playerText('toRoom', { title: room.title })}>
        <span className={styles.title} dir="auto" aria-hidden="true">
          {room.title}
        </span>
      </Link>
      <div className={styles.buttons}>
        <IconButton
          label={isSilent ? playerText('unmute') : playerText('mute')}
          icon={isSilent ? <VolumeX size={18} /> : <Volume2 size={18} />}
          ground="video"
          onClick={() => session?.toggleMute()}
        />
        <IconButton label={playerText('closeMini')} icon={<X size={18} />} ground="video" onClick={onClose} />
      </div>
    </aside>
  )
}
