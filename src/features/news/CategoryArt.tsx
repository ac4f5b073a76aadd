import type { ReactNode } from 'react'
import type { NewsCategory } from './news-model.ts'
import styles from './CategoryArt.module.css'

/** Lines of a football pitch. */
function Pitch() {
  return (
    <>
      <path className={styles.band} d="M0 12h160v18H0zM0 50h160v22H0z" />
      <g className={styles.lines}>
        <path d="M0 12h160M80 12v88" />
        <ellipse cx="80" cy="50" rx="34" ry="21" />
        <path d="M0 28h20v44H0M160 28h-20v44h20" />
      </g>
      <circle className={styles.mark} cx="80" cy="50" r="2.500" />
    </>
  )
}

/** A basketball court with the key and the arc. */
function Court() {
  return (
    <>
      <path className={styles.band} d="M0 14h160v14H0zM0 42h160v14H0zM0 70h160v14H0z" />
      <g className={styles.lines}>
        <path d="M0 14h160M50 14v38h60V14M62 52a18 11 0 0 0 36 0M16 14c4 48 30 70 64 70s60-22 64-70" />
      </g>
      <path className={styles.mark} d="M72 8h16v3H72z" />
    </>
  )
}

/** Three lanes between two bases. */
function Lanes() {
  return (
    <>
      <path className={styles.band} d="M0 100V54l74 46zM160 0v46L86 0z" />
      <g className={styles.lines}>
        <path d="M20 84V18h116M24 82 136 18M26 86h114V22" />
        <path d="m70 34 10-7 10 7-10 7zM70 68l10-7 10 7-10 7z" />
      </g>
      <path className={styles.mark} d="m14 85 8-6 8 6-8 6zM130 18l8-6 8 6-8 6z" />
    </>
  )
}

/** Stepped rows of a stand. */
function Rows() {
  return (
    <>
      <path className={styles.band} d="M0 80h160v20H0zM30 60h130v20H30zM60 40h100v20H60zM90 20h70v20H90z" />
      <g className={styles.lines}>
        <path d="M0 80h160M30 80V60h130M60 60V40h100M90 40V20h70" />
      </g>
      <path className={styles.mark} d="M10 74h8v6h-8zM40 54h8v6h-8zM70 34h8v6h-8zM100 14h8v6h-8z" />
    </>
  )
}

const SCENES: Readonly<Record<NewsCategory, () => ReactNode>> = {
  football: Pitch,
  basketball: Court,
  esports: Lanes,
  all: Rows,
}

/** The drawn background of a category in the colours of the skin. Decorative. */
export function CategoryArt({ category }: { readonly category: NewsCategory }) {
  const Scene = SCENES[category]
  return (
    <svg className={styles.art} viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Scene />
    </svg>
  )
}
