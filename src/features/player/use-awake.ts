import { useEffect } from 'react'

/** Keeps the screen on while `isPlaying`. The browser lets go by itself when the page hides; it is asked again after. */
export function useAwake(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async (): Promise<void> => {
      if (document.hidden) return
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) await granted?.release()
      else lock = granted
    }
    const onVisible = (): void => void ask()
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [isPlaying])
}
