import {
  BookOpen,
  ChartNoAxesColumn,
  Gamepad2,
  Gift,
  Headset,
  House,
  LayoutGrid,
  Mic,
  Newspaper,
  Star,
  Tag,
  Trophy,
  Tv,
  User,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { BasketballIcon, FootballIcon, ReelsIcon } from '#ui/art/SportIcon.tsx'

export type NavIcon = ComponentType<{ readonly size?: number }>

/** The icons that a site's navigation may name. A name is never used as a URL. */
const ICONS: ReadonlyMap<string, NavIcon> = new Map<string, NavIcon>([
  ['house', House],
  ['tv', Tv],
  ['football', FootballIcon],
  ['basketball', BasketballIcon],
  ['gamepad', Gamepad2],
  ['mic', Mic],
  ['reels', ReelsIcon],
  ['star', Star],
  ['headset', Headset],
  ['newspaper', Newspaper],
  ['tag', Tag],
  ['trophy', Trophy],
  ['chart', ChartNoAxesColumn],
  ['book', BookOpen],
  ['gift', Gift],
  ['user', User],
])

/** Returns the icon of a name sent by the server; a generic one for unknown names. */
export function navIcon(name: string): NavIcon {
  return ICONS.get(name) ?? LayoutGrid
}
