import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './Skeleton.module.css'
import { useLater } from '#ui/hooks/use-later.ts'

const BREATHE_AFTER_MS = 1_000

interface SkeletonProps {
  /** CSS lengths: `120px`, `60%`. */
  readonly width?: string
  readonly height?: string
  readonly shape?: 'line' | 'circle' | 'plate'
}

/** One grey placeholder of a text or picture. */
export function Skeleton({ width = '100%', height = '14px', shape = 'line' }: SkeletonProps) {
  return <span className={classNames(styles.piece, styles[shape])} style={{ width, height }} />
}

interface LoadingProps {
  /** Announced once to screen readers. */
  readonly label?: string
  /** Skeletons with the shape of the result. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/**
 * Contains skeletons. Hidden for the first 150 ms, so that a fast response does not flash; animated after a longer
 * wait.
 */
export function Loading({ label = commonText('state.loading'), children, className }: LoadingProps) {
  const isLong = useLater(BREATHE_AFTER_MS)
  return (
    <output className={classNames(styles.loading, isLong && styles.breathing, className)} data-loading>
      <span className="visually-hidden">{label}</span>
      <div className={styles.pieces} aria-hidden="true">
        {children}
      </div>
    </output>
  )
}
