import { useEffect, useState } from 'react'

/**
 * False at first, true after `delayMs`. For animations that are not needed during page load, when the CPU is busy;
 * without a GPU each frame of an animation takes several milliseconds. A CSS animation delay does not help, because the
 * browser evaluates it in every frame.
 */
export function useLater(delayMs: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isLater
}

/**
 * Becomes true one frame after `isWanted` does, and false with it. For what may be painted after the response to a press.
 * True at once if it is wanted from the first render.
 */
export function useNextFrame(isWanted: boolean): boolean {
  const [isDue, setDue] = useState(isWanted)
  useEffect(() => {
    if (!isWanted) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDue(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      setDue(false)
    }
  }, [isWanted])
  return isWanted && isDue
}
