import { Check, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { AJ } from '#protocol/verification.ts'
import type { AnswerStage } from './AjCheck.tsx'
import styles from './PuzzleFrame.module.css'

export interface PuzzleFrameProps {
  readonly stage: AnswerStage
  /** Data address; null = being fetched. */
  readonly picture: string | null
  /** What the picture shows, for those who cannot see it. */
  readonly label: string
  readonly ref?: Ref<HTMLDivElement>
  /** What lies over the picture. */
  readonly children?: ReactNode
}

/** The picture of a puzzle, as wide as there is room: always 2 to 1, so nothing moves when it comes. */
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
