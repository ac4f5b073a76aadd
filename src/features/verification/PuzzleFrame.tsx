import { Check, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { AJ } from '#protocol/verification.ts'
import type { AnswerStage } from './check.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './PuzzleFrame.module.css'

interface PuzzleFrameProps {
  readonly stage: AnswerStage
  /** Data URL; null while it is loaded. */
  readonly picture: string | null
  /** Text alternative of the picture. */
  readonly label: string
  readonly ref?: Ref<HTMLDivElement>
  /** Content over the picture. */
  readonly children?: ReactNode
}

/** The picture of a puzzle at full width with the aspect ratio 2:1, so that loading causes no layout shift. */
export function PuzzleFrame({ stage, picture, label, ref, children }: PuzzleFrameProps) {
  return (
    <div className={styles.frame} data-stage={stage}>
      <div className={styles.picture} ref={ref}>
        {picture !== null && (
          <img
            className={styles.image}
            src={picture}
            alt={label}
            width={AJ.width}
            height={AJ.height}
            draggable={false}
          />
        )}
        {children}
      </div>
      {(stage === 'right' || stage === 'wrong') && (
        <span className={styles.seal} aria-hidden="true">
          {stage === 'right' ? <Check size={24} /> : <X size={24} />}
        </span>
      )}
    </div>
  )
}

/** A puzzle while it is loaded: the picture and the row below it, which both kinds have, so that nothing moves. */
export function PendingPuzzle() {
  return (
    <>
      <PuzzleFrame stage="open" picture={null} label="" />
      <div className={styles.row}>
        <Skeleton height="48px" shape="plate" />
      </div>
    </>
  )
}
