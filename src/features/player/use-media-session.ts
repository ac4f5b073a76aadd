import { useEffect } from 'react'
import type { PlayerSession } from './session.ts'

export interface MediaSessionInput {
  readonly title: string
  /** Who talks over the picture. */
  readonly artist: string
  /** Path of a picture of theirs; '' = none. */
  readonly artwork: string
  /** Null while there is no picture: nothing is told then. */
  readonly isPlaying: boolean | null
  readonly session: PlayerSession | null
}

/** Tells the system what plays: its media keys, lock screen and headset buttons act on the player. */
export function useMediaSession({ title, artist, artwork, isPlaying, session }: MediaSessionInput): void {
  const isOpen = isPlaying !== null && 'mediaSession' in navigator
  useEffect(() => {
    if (!isOpen) return
    const pictures = artwork === '' ? [] : [{ src: new URL(artwork, window.location.href).href }]
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork: pictures })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [isOpen, title, artist, artwork])

  useEffect(() => {
    if (!isOpen || !session) return
    const actions = { play: () => session.play(), pause: () => session.pause(), stop: () => session.pause() } as const
    const names = ['play', 'pause', 'stop'] as const
    for (const name of names) navigator.mediaSession.setActionHandler(name, actions[name])
    return () => {
      for (const name of names) navigator.mediaSession.setActionHandler(name, null)
    }
  }, [isOpen, session])

  useEffect(() => {
    if (!isOpen) return
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
    return () => {
      navigator.mediaSession.playbackState = 'none'
    }
  }, [isOpen, isPlaying])
}
