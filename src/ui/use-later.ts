import { useEffect, useState } from 'react'

/**
 * False at first, true once the caller has stood there for `delayMs`. For motion that nobody would miss before: while a
 * page comes up the processor has the page to draw, and where no graphics card helps, each frame of a motion takes
 * several milliseconds of it. An animation that CSS delays is asked in every frame all the same.
 */
export function useLater(delayMs: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isLater
}
