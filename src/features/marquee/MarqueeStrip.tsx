import type { Ref } from 'react'
import { useAtomValue } from 'jotai'
import { Megaphone, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { marqueeRun } from '#protocol/rules/marquee.ts'
import { rt } from '#lib/text/room.ts'
import { clockAtom } from '#state/clock.ts'
import { factAtom } from '#state/room.ts'
import { useReducedMotion } from '#ui/use-media.ts'
import styles from './MarqueeStrip.module.css'

/** How fast the line travels (look.md). */
const PIXELS_PER_SECOND = 40

const marqueeAtom = factAtom('marquee', [])

type Run = ReturnType<typeof marqueeRun>

/**
 * The travelling line (S3.24): what is due on the synchronised clock, repeated so that it fills the strip (S4.27-S4.29).
 * It stops under the pointer, on focus and on its button; with reduced motion it is a list that stands still.
 */
export function MarqueeStrip() {
  const items = useAtomValue(marqueeAtom)
  const now = useAtomValue(clockAtom)
  const isStill = useReducedMotion()
  const [isPaused, setPaused] = useState(false)
  const run = marqueeRun(items, now)
  if (run.length === 0) return null
  return (
    <section className={styles.strip} aria-label={rt('marquee.label')} data-paused={isPaused || undefined}>
      <Megaphone size={16} aria-hidden="true" />
      {isStill ? (
        <ul className={styles.still}>
          {run
            .filter(({ copy }) => copy === 0)
            .map(({ item }) => (
              <li key={item.id}>{item.content}</li>
            ))}
        </ul>
      ) : (
        <>
          <Track run={run} />
          <button
            type="button"
            className={styles.pause}
            aria-label={isPaused ? rt('marquee.play') : rt('marquee.pause')}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <Play size={16} /> : <Pause size={16} />}
          </button>
        </>
      )}
    </section>
  )
}

/** Two equal halves, so that the end of one is the beginning of the other. */
function Track({ run }: { readonly run: Run }) {
  const half = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (half.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(half.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={styles.window}>
      <div className={styles.track} style={{ animationDuration: `${width / PIXELS_PER_SECOND}s` }}>
        <Half run={run} ref={half} />
        <Half run={run} isEcho />
      </div>
    </div>
  )
}

interface HalfProps {
  readonly run: Run
  readonly isEcho?: boolean
  readonly ref?: Ref<HTMLUListElement>
}

function Half({ run, isEcho = false, ref }: HalfProps) {
  return (
    <ul ref={ref} className={styles.half} aria-hidden={isEcho || undefined}>
      {run.map(({ item, copy }) => (
        // Said once, however often it passes.
        <li key={`${item.id}-${copy}`} data-marquee={isEcho ? undefined : item.id} aria-hidden={copy > 0 || undefined}>
          {item.content}
        </li>
      ))}
    </ul>
  )
}
