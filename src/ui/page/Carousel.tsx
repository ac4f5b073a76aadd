import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ReactNode, RefObject, UIEvent } from 'react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './Carousel.module.css'
import { useReducedMotion } from '#ui/hooks/use-media.ts'

/** Time between two slides. */
export const SLIDE_MS = 6000

interface Slide {
  readonly id: string
  /** Accessible name. */
  readonly label: string
  readonly content: ReactNode
  /**
   * True for slides drawn in skin colours; the controls use them too. Otherwise they use the colours of video controls.
   */
  readonly isDrawn?: boolean
}

interface CarouselProps {
  readonly label: string
  readonly slides: readonly Slide[]
  readonly className?: string | undefined
}

/** The shown slide and the scroll position of the track. */
function useSlides(count: number, box: RefObject<HTMLElement | null>, track: RefObject<HTMLUListElement | null>) {
  /** Target of a programmatic scroll; slides passed on the way do not count as shown. */
  const aim = useRef<number | null>(null)
  const [shown, setShown] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const isHeld = useHeld(box)
  const isHidden = useHidden()
  const isCalm = useReducedMotion()
  const index = Math.min(shown, count - 1)
  const isMoving = count > 1 && !isPaused && !isHeld && !isHidden && !isCalm

  const go = useCallback(
    (next: number) => {
      const target = (next + count) % count
      setShown(target)
      aim.current = target
      const { current } = track
      current?.scrollTo({ left: target * current.clientWidth, behavior: isCalm ? 'instant' : 'smooth' })
    },
    [count, isCalm, track],
  )
  const forgetAim = () => {
    aim.current = null
  }
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    const passing = clientWidth > 0 ? Math.round(scrollLeft / clientWidth) : 0
    if (aim.current === null) setShown(passing)
    else if (aim.current === passing) aim.current = null
  }
  useEffect(() => {
    if (!isMoving) return
    const timer = window.setTimeout(() => go(index + 1), SLIDE_MS)
    return () => window.clearTimeout(timer)
  }, [isMoving, index, go])
  return { index, isMoving, isPaused, pause: isCalm ? null : () => setPaused(!isPaused), go, forgetAim, onScroll }
}

/**
 * Slides that advance by themselves, with arrows and dots; swipeable on a phone. Pauses on hover, on focus, in a hidden
 * tab, by its button (WCAG 2.2.2), and with reduced motion.
 */
export function Carousel({ label, slides, className }: CarouselProps) {
  const box = useRef<HTMLElement>(null)
  const track = useRef<HTMLUListElement>(null)
  const count = slides.length
  const { index, isMoving, isPaused, pause, go, forgetAim, onScroll } = useSlides(count, box, track)

  return (
    <section
      ref={box}
      className={classNames(styles.carousel, className)}
      aria-roledescription={commonText('carousel.role')}
      aria-label={label}
    >
      <ul
        ref={track}
        className={styles.track}
        aria-live={isMoving ? 'off' : 'polite'}
        onPointerDown={forgetAim}
        onWheel={forgetAim}
        onScroll={onScroll}
      >
        {slides.map((slide, position) => (
          <li
            key={slide.id}
            className={styles.slide}
            aria-label={commonText('carousel.position', { index: position + 1, count, label: slide.label })}
            inert={position !== index}
          >
            {slide.content}
          </li>
        ))}
      </ul>
      {count > 1 && <CarouselControls slides={slides} index={index} onGo={go} isPaused={isPaused} onPause={pause} />}
    </section>
  )
}

interface CarouselControlsProps {
  readonly slides: readonly Slide[]
  readonly index: number
  readonly onGo: (index: number) => void
  readonly isPaused: boolean
  /** Pauses or continues; null if the slides do not advance by themselves. */
  readonly onPause: (() => void) | null
}

/** Arrows, a dot per slide, and the pause button. */
function CarouselControls({ slides, index, onGo, isPaused, onPause }: CarouselControlsProps) {
  return (
    <div className={styles.controls} data-drawn={slides[index]?.isDrawn || undefined}>
      <Knob
        className={styles.arrow}
        label={commonText('carousel.previous')}
        icon={<ChevronLeft size={16} />}
        onPress={() => onGo(index - 1)}
      />
      <span className={styles.dots}>
        {slides.map((slide, position) => (
          <button
            key={slide.id}
            className={styles.dot}
            type="button"
            aria-label={commonText('carousel.go', { index: position + 1, label: slide.label })}
            aria-current={position === index || undefined}
            onClick={() => onGo(position)}
          />
        ))}
      </span>
      <Knob
        className={styles.arrow}
        label={commonText('carousel.next')}
        icon={<ChevronRight size={16} />}
        onPress={() => onGo(index + 1)}
      />
      {onPause && (
        <Knob
          label={isPaused ? commonText('carousel.play') : commonText('carousel.pause')}
          icon={isPaused ? <Play size={14} /> : <Pause size={14} />}
          onPress={onPause}
        />
      )}
    </div>
  )
}

interface KnobProps {
  readonly label: string
  readonly icon: ReactNode
  readonly className?: string | undefined
  readonly onPress: () => void
}

function Knob({ label, icon, className, onPress }: KnobProps) {
  return (
    <button className={classNames(styles.knob, className)} type="button" aria-label={label} onClick={onPress}>
      {icon}
    </button>
  )
}

/** True while an element is hovered or contains the focus; moving content pauses then. */
function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const update = (change: Partial<typeof held>) => () => setHeld((before) => ({ ...before, ...change }))
    const leaving = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && current.contains(event.relatedTarget))) update({ focus: false })()
    }
    const listeners = [
      ['pointerenter', update({ pointer: true })],
      ['pointerleave', update({ pointer: false })],
      ['focusin', update({ focus: true })],
    ] as const
    for (const [type, listener] of listeners) current.addEventListener(type, listener)
    current.addEventListener('focusout', leaving)
    return () => {
      for (const [type, listener] of listeners) current.removeEventListener(type, listener)
      current.removeEventListener('focusout', leaving)
    }
  }, [element])
  return held.pointer || held.focus
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** True while the tab is in the background. */
function useHidden(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  )
}
