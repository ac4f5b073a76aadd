import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { TextParts, type TextSpan } from './FeedLine.tsx'
import styles from './Badge.module.css'

interface BadgeProps {
  readonly tone?: 'plain' | 'neutral' | 'accent' | 'live' | 'coin' | 'danger'
  readonly children: ReactNode
}

/** A small label of 11 px; not interactive. `plain` has no plate, for the usual case in a list. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}

/** 直播, or a longer text: on air, in the red of the skin. */
export function LiveBadge({ text = commonText('badge.live') }: { readonly text?: string }) {
  return <span className={classNames(styles.badge, styles.live, styles.dot)}>{text}</span>
}

/** The VIP level as part of a message: null at 0, outlined from 1 to 4, filled from 5. */
export function vipBadge(level: number): TextSpan | null {
  if (level <= 0) return null
  const className = classNames(styles.vip, level >= 5 && styles.high)
  return { text: `V${level}`, className, title: commonText('badge.vip', { level }) }
}

/** The role of an author as part of a message: anchor filled, room administrator outlined. */
export function roleBadge(of: 'anchor' | 'admin'): TextSpan {
  return {
    text: of === 'anchor' ? commonText('badge.anchor') : commonText('badge.admin'),
    className: classNames(styles.role, styles[of]),
  }
}

/** {@link vipBadge} as a component. */
export function VipBadge({ level }: { readonly level: number }) {
  const mark = vipBadge(level)
  return mark && <TextParts parts={[mark]} />
}

/** {@link roleBadge} as a component. */
export function RoleBadge({ of }: { readonly of: 'anchor' | 'admin' }) {
  return <TextParts parts={[roleBadge(of)]} />
}
