import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { t } from '#lib/text/t.ts'
import styles from './Badge.module.css'

export interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'live' | 'coin' | 'danger'
  readonly children: ReactNode
}

/** A word of state in a small plate: 11 px, never pressed. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}

/** 直播: on air now, in the one red of the skin. */
export function LiveBadge() {
  return <span className={classNames(styles.badge, styles.live, styles.dot)}>{t('badge.live')}</span>
}

/** The VIP level: nothing at 0, an outline from 1 to 4, a filled coin plate from 5 on. */
export function VipBadge({ level }: { readonly level: number }) {
  if (level <= 0) return null
  return (
    <span className={classNames(styles.vip, level >= 5 && styles.high)} title={t('badge.vip', { level })}>
      {`V${level}`}
    </span>
  )
}

/** Who speaks by office: the anchor filled in the accent, a room administrator outlined. */
export function RoleBadge({ of }: { readonly of: 'anchor' | 'admin' }) {
  return (
    <span className={classNames(styles.role, styles[of])}>
      {of === 'anchor' ? t('badge.anchor') : t('badge.admin')}
    </span>
  )
}
