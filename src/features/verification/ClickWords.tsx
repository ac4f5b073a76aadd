import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { AJ } from '#protocol/verification.ts'
import { clickAnswer, type Point, pointWithin, toPicturePoint } from '#lib/aj-captcha.ts'
import { verificationText } from '#messages/zh/verification.ts'
import { Button } from '#ui/button/Button.tsx'
import type { AnswerStage } from './check.ts'
import styles from './ClickWords.module.css'
import type { Puzzle } from './puzzle.ts'
import { PuzzleFrame } from './PuzzleFrame.tsx'

interface ClickWordsProps {
  readonly puzzle: Puzzle
  readonly stage: AnswerStage
  /** Keyboard use: focuses each new picture. */
  readonly takesFocus: boolean
  readonly onAnswer: (answer: string) => void
}

const STEP = 5
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
const MIDDLE: Point = { x: AJ.width / 2, y: Math.round(AJ.height / 2) }

function placeOf({ x, y }: Point) {
  return { left: `${(x / AJ.width) * 100}%`, top: `${(y / AJ.height) * 100}%` }
}

/** The word puzzle: clicks in the order of the words; the last click submits. Arrow keys move a crosshair. */
export function ClickWords({ puzzle, stage, takesFocus, onAnswer }: ClickWordsProps) {
  const [points, setPoints] = useState<readonly Point[]>([])
  const [cross, setCross] = useState<Point | null>(null)
  const picture = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLButtonElement>(null)
  const total = puzzle.words.length
  const isHeld = stage !== 'open' || points.length >= total

  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])

  const add = (point: Point) => {
    if (isHeld) return
    const next = [...points, point]
    setPoints(next)
    if (next.length === total) onAnswer(clickAnswer(next))
  }
  const undo = () => setPoints(points.slice(0, -1))

  const onClick = (event: MouseEvent) => {
    const box = picture.current?.getBoundingClientRect()
    if (!box || event.detail === 0) return
    setCross(null)
    add(toPicturePoint({ x: event.clientX - box.left, y: event.clientY - box.top }, box.width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) setCross((at) => (at ? pointWithin({ x: at.x + step.x, y: at.y + step.y }) : MIDDLE))
    else if (event.key === 'Enter' && cross) add(cross)
    else if (event.key === 'Backspace' && !isHeld) undo()
    else return
    event.preventDefault()
  }

  return (
    <>
      <PuzzleFrame stage={stage} picture={puzzle.picture} label="" ref={picture}>
        <button
          type="button"
          ref={field}
          className={styles.field}
          aria-label={verificationText('click.picture')}
          aria-disabled={isHeld}
          onClick={onClick}
          onKeyDown={onKeyDown}
        />
        {points.map((point, index) => (
          <Mark key={`${index} ${point.x} ${point.y}`} point={point} number={index + 1} />
        ))}
        {cross && !isHeld && <span className={styles.cross} style={placeOf(cross)} aria-hidden="true" />}
      </PuzzleFrame>
      <Progress
        words={puzzle.words}
        done={points.length}
        onUndo={stage === 'open' && points.length > 0 ? undo : null}
      />
    </>
  )
}

interface ProgressProps {
  readonly words: readonly string[]
  /** Number of words already clicked. */
  readonly done: number
  readonly onUndo: (() => void) | null
}

/** The words in the order to click, with those already clicked marked. */
function Progress({ words, done, onUndo }: ProgressProps) {
  return (
    <div className={styles.words}>
      <p>
        {verificationText('click.order')}
        <span className="visually-hidden">{words.join('、')}</span>
        <span className={styles.list} aria-hidden="true">
          {words.map((word, index) => (
            <b key={`${index} ${word}`} data-done={index < done || undefined}>
              {word}
            </b>
          ))}
        </span>
      </p>
      <Button
        size="small"
        kind="quiet"
        icon={<Undo2 size={16} />}
        disabled={onUndo === null}
        onClick={() => onUndo?.()}
      >
        {verificationText('click.undo')}
      </Button>
      <p className="visually-hidden" aria-live="polite">
        {done > 0 && verificationText('click.count', { count: done, total: words.length })}
      </p>
    </div>
  )
}

function Mark({ point, number }: { readonly point: Point; readonly number: number }) {
  return (
    <span className={styles.mark} style={placeOf(point)} aria-hidden="true">
      {number}
    </span>
  )
}
