import { House, Newspaper, Tag, Tv } from 'lucide-react'
import { FootballIcon } from '#ui/art/SportIcon.tsx'
import type { NavIcon } from './nav/nav-icons.ts'
import { isWithin } from '#state/site/nav-path.ts'

interface NavEntry {
  readonly to: string
  readonly label: 'nav.home' | 'nav.sports' | 'nav.live' | 'nav.news' | 'nav.promos'
  readonly icon: NavIcon
  /** Label of its bottom tab on a phone; null without one. The last tab is always 我的. */
  readonly tab: NavEntry['label'] | 'nav.schedule' | null
  /** Further screens of this entry. */
  readonly holds: readonly string[]
}

const entry = (to: string, label: NavEntry['label'], icon: NavIcon, more: Partial<NavEntry> = {}): NavEntry => ({
  to,
  label,
  icon,
  tab: label,
  holds: [],
  ...more,
})

/** The navigation in order: 首页, 体育, 直播, 资讯, 优惠. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  entry('/app/home', 'nav.home', House),
  entry('/app/sports', 'nav.sports', FootballIcon, { tab: 'nav.schedule' }),
  entry('/app/live', 'nav.live', Tv),
  entry('/app/news', 'nav.news', Newspaper, { holds: ['/app/tips', '/app/expert', '/app/data'] }),
  entry('/app/promos', 'nav.promos', Tag, {
    tab: null,
    holds: ['/app/activity', '/app/carnivalactivity', '/app/sponsor'],
  }),
]

/** The `aria-current` value of an entry: this page, a page of its section, or none. */
export function currentOf(
  { to, holds }: Pick<NavEntry, 'to' | 'holds'>,
  pathname: string,
): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return [to, ...holds].some((screen) => isWithin(pathname, screen)) ? 'true' : undefined
}
