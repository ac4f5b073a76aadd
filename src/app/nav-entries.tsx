import type { LucideIcon } from 'lucide-react'
import { Tv } from 'lucide-react'

export interface NavEntry {
  readonly to: string
  readonly label: 'nav.home' | 'nav.sports' | 'nav.live' | 'nav.news' | 'nav.promos'
  readonly icon: LucideIcon
  /** Also a bottom tab on a phone (the last tab is always 我的 or 登录). */
  readonly isTab: boolean
}

/**
 * The navigation, in order: 首页, 体育, 直播, 资讯, 优惠. A row is added together with its screen; an entry without a
 * screen is not shown.
 */
export const NAV_ENTRIES: readonly NavEntry[] = [{ to: '/app/live', label: 'nav.live', icon: Tv, isTab: true }]
