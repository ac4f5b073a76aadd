import { type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Section.module.css'
import { SectionHead, type SectionHeadProps } from './SectionHead.tsx'

interface SectionProps extends Omit<SectionHeadProps, 'id' | 'className' | 'children'> {
  /** Tabs or a choice in the head. */
  readonly tabs?: ReactNode
  readonly className?: string | undefined
  /** Id for URL hashes: `#games`. */
  readonly anchor?: string
  readonly children: ReactNode
}

/** A titled part of a page without a frame. */
export function Section({ tabs, className, anchor, children, ...head }: SectionProps) {
  const titleId = useId()
  return (
    <section id={anchor} className={classNames(styles.section, className)} aria-labelledby={titleId}>
      <SectionHead {...head} id={titleId}>
        {tabs}
      </SectionHead>
      {children}
    </section>
  )
}
