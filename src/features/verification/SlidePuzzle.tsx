import { Check, ChevronsRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { AJ } from '#protocol/verification.ts'
import { SLIDE_MAX, slideAnswer, slideWithin, toPicturePixels } from '#lib/aj-captcha.ts'
import { verificationText } from '#messages/zh/verification.ts'
import type { AnswerStage } from './check.ts'
import type { Puzzle } from './puzzle.ts'
import { PuzzleFrame } from './PuzzleFrame.tsx'
import styles from './SlidePuzzle.module.css'
import { useDrag } from './use-drag.ts'

interface SlidePuzzleProps {
  readonly puzzle: Puzzle
  readonly stage: AnswerStage
  /** Keyboard use: focuses each new picture. */
  readonly takesFocus: boolean
  readonly onAnswer: (answer: string) => void
  /** Reports the position after each key, because keys have no release event. */
  readonly onKeyed: (answer: string) => void
}

const PAGE_PIXELS = 10
const ICONS = { open: ChevronsRight, checking: ChevronsRight, right: Check, wrong: X }

function percentOf(pixels: number): string {
  return `${(pixels / AJ.width) * 100}%`
}

/** The position of the handle, moved by pointer, keys or the range input. */
function useSlide({ stage, onAnswer, onKeyed }: SlidePuzzleProps) {
  const [x, setX] = useState(0)
  const picture = useRef<HTMLDivElement>(null)
  const isHeld = stage !== 'open'
  const placeAfter = (shown: number) =>
    slideWithin(toPicturePixels(shown, picture.current?.getBoundingClientRect().width ?? 0))
  const drag = useDrag({
    isDisabled: isHeld,
    onMove: (move) => setX(placeAfter(move.x)),
    onEnd: (move) => {
      const place = placeAfter(move.x)
      setX(place)
      if (place > 0) onAnswer(slideAnswer(place))
    },
    onCancel: () => setX(0),
  })

  const move = (place: number) => {
    if (isHeld) return
    const within = slideWithin(place)
    setX(within)
    onKeyed(slideAnswer(within))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pages = { PageUp: PAGE_PIXELS, PageDown: -PAGE_PIXELS }[event.key]
    if (pages !== undefined) move(x + pages)
    else if (event.key === 'Enter' && !isHeld) onAnswer(slideAnswer(x))
    else return
    event.preventDefault()
  }
  return { x, picture, isHeld, drag, move, onKeyDown }
}

/**
 * The block puzzle. The handle has the width of the block, so both move by the same distance. A native range input
 * serves keyboards and screen readers.
 */
export function SlidePuzzle(props: SlidePuzzleProps) {
  const { puzzle, stage, takesFocus } = props
  const { x, picture, isHeld, drag, move, onKeyDown } = useSlide(props)
  const range = useRef<HTMLInputElement>(null)
  const keysId = useId()

  useEffect(() => {
    if (takesFocus) range.current?.focus()
  }, [takesFocus])

  const Icon = ICONS[stage]
  return (
    <>
      <PuzzleFrame stage={stage} picture={puzzle.picture} label={verificationText('slide.picture')} ref={picture}>
        <img className={styles.block} style={{ left: percentOf(x) }} src={puzzle.block} alt="" draggable={false} />
      </PuzzleFrame>
      <div className={styles.track} data-stage={stage}>
        <span className={styles.hint} aria-hidden="true" hidden={x > 0 || isHeld}>
          {verificationText('slide.drag')}
        </span>
        <span className={styles.way} style={{ width: `calc(${percentOf(x)} + ${percentOf(AJ.block)})` }} />
        <input
          className={styles.range}
          type="range"
          min={0}
          max={SLIDE_MAX}
          step={1}
          value={x}
          aria-disabled={isHeld}
          ref={range}
          aria-label={verificationText('slide.label')}
          aria-valuetext={verificationText('slide.value', { x })}
          aria-describedby={keysId}
          onChange={(event) => move(event.currentTarget.valueAsNumber)}
          onKeyDown={onKeyDown}
        />
        <span className="visually-hidden" id={keysId}>
          {verificationText('slide.keys')}
        </span>
        <span className={styles.handle} style={{ left: percentOf(x) }} data-held={isHeld || undefined} {...drag}>
          <Icon size={20} aria-hidden="true" />
        </span>
      </div>
    </>
  )
}
