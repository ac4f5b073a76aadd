import { useEffect } from 'react'
import type { PlayerSession } from './session.ts'

interface MediaSessionInput {
  readonly title: string
  /** Name of the anchor. */
  readonly artist: string
  /** Path of a portrait; '' = none. */
  readonly artwork: string
  /** Null without video: the media session is cleared. */
  readonly isPlaying: boolean | null
  readonly session: PlayerSession | null
}

/** Sets the system's media session: media keys, lock screen and headset buttons control the player. */
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
