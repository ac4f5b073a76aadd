import { Megaphone, Pause, Play } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Marquee.module.css'
import { useLater } from '#ui/hooks/use-later.ts'
import { useReducedMotion } from '#ui/hooks/use-media.ts'

/** Speed of the text. */
const PIXELS_PER_SECOND = 40
/** It does not move at first, so that its beginning can be read. */
const TRAVEL_AFTER_MS = 3_000

interface MarqueeEntry {
  readonly id: string
  /** 0 for the original; copies fill the line and are hidden from screen readers. */
  readonly copy: number
  readonly content: ReactNode
}

interface MarqueeProps {
  readonly label: string
  readonly pauseLabel: string
  readonly playLabel: string
  /** Entries with their copies (`marqueeRun`). */
  readonly run: readonly MarqueeEntry[]
  readonly className?: string | undefined
  /** Called each time all entries have passed. */
  readonly onRun?: (() => void) | undefined
}

/**
 * Scrolling text. Pauses on hover, while something in it has focus, and by its button; a static list with reduced
 * motion.
 */
export function Marquee({ label, pauseLabel, playLabel, run, className, onRun }: MarqueeProps) {
  const isStill = useReducedMotion()
  const [isPaused, setPaused] = useState(false)
  return (
    <section className={classNames(styles.marquee, className)} aria-label={label} data-paused={isPaused || undefined}>
      <Megaphone size={16} aria-hidden="true" />
      {isStill ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, with the arrow keys too
        <ul className={styles.still} tabIndex={0}>
          {run
            .filter(({ copy }) => copy === 0)
            .map(({ id, content }) => (
              <li key={id} dir="auto">
                {content}
              </li>
            ))}
        </ul>
      ) : (
        <>
          <Track run={run} onRun={onRun} />
          <button
            type="button"
            className={styles.pause}
            aria-label={isPaused ? playLabel : pauseLabel}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <Play size={16} /> : <Pause size={16} />}
          </button>
        </>
      )}
    </section>
  )
}

/** Two equal halves, so that the animation loops seamlessly. */
function Track({ run, onRun }: Pick<MarqueeProps, 'run' | 'onRun'>) {
  const half = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(0)
  const isTravelling = useLater(TRAVEL_AFTER_MS)
  useEffect(() => {
    if (half.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(half.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={styles.window}>
      <div
        className={styles.track}
        data-waiting={!isTravelling || undefined}
        onAnimationIteration={onRun}
        style={{ animationDuration: `${width / PIXELS_PER_SECOND}s` }}
      >
        <Half run={run} ref={half} />
        <Half run={run} isEcho />
      </div>
    </div>
  )
}

interface HalfProps {
  readonly run: readonly MarqueeEntry[]
  readonly isEcho?: boolean
  readonly ref?: Ref<HTMLUListElement>
}

function Half({ run, isEcho = false, ref }: HalfProps) {
  return (
    <ul ref={ref} className={styles.half} aria-hidden={isEcho || undefined}>
      {run.map(({ id, copy, content }) => (
        // Announced once.
        <li key={`${id}-${copy}`} dir="auto" data-marquee={isEcho ? undefined : id} aria-hidden={copy > 0 || undefined}>
          {content}
        </li>
      ))}
    </ul>
  )
}
