import { useLayoutEffect } from 'react'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { isFirstPaint, removeFirstPaint } from '../first-paint.ts'
import styles from './PageLoading.module.css'

/** Shown while the code of a screen loads. For the first screen the static HTML is shown instead. */
export function PageLoading() {
  useLayoutEffect(() => removeFirstPaint, [])
  if (isFirstPaint()) return null
  return (
    <Loading className={styles.page}>
      <Skeleton height="80px" />
      <Skeleton width="40%" height="24px" />
      <Skeleton height="172px" />
      <Skeleton height="172px" />
    </Loading>
  )
}
